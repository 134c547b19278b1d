import type { ActionOffer, RecordPage } from '../view-models/record.js';
import type { Refusal } from '../view-models/display-value.js';
import { IconCheck, IconClose } from '../icons.js';
import { InputErrorList } from '../controls/input-help-and-errors.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { Chooser } from './chooser.js';
import { getActionInputId } from './next-step-actions.js';
import { RefusalList } from './problem-summary.js';
import { useMessages } from '../messages/use-messages.js';

interface Props {
  readonly actions: readonly ActionOffer[];
  readonly forOthers: RecordPage['forOthers'];
  readonly version: number;
  readonly state: RecordPage['state'];
}

/** More would push what the record says off the page; the others are folded. */
const MAX_REFUSED = 4;

export function RecordActions({ actions, forOthers, version, state }: Props) {
  const t = useMessages();
  const allowed = actions.filter((action) => action.allowed);
  const onward = allowed.find(({ tone }) => tone === 'good');
  const exits = allowed.filter(({ tone }) => tone === 'bad');
  const quiet = allowed.filter((action) => action !== onward && !exits.includes(action));
  const here = byReasons(actions.filter((action) => !action.allowed && action.isHere));
  const elsewhere = byReasons(actions.filter((action) => !action.allowed && !action.isHere));
  const folded = [...here.slice(MAX_REFUSED), ...elsewhere];
  if (actions.length + forOthers.length === 0 && !state.final) return null;
  return (
    <section className="card db-actions" aria-labelledby="actions">
      <h2 id="actions">
        {allowed.length + forOthers.length > 0 ? t('record.actions') : t('record.noActions')}
      </h2>
      {actions.length === 0 && <p className="db-done">{t('record.ends', { state: state.title })}</p>}
      {onward && <Offer action={onward} version={version} look="btn-primary" />}
      {quiet.map((action) => (
        <Offer key={action.key} action={action} version={version} />
      ))}
      {forOthers.map(({ title, href }) => (
        <div key={href} className="db-offer">
          <a className="btn w-100" href={href}>
            {title}…
          </a>
          <p className="db-offer-help">{t('record.asDeputy')}</p>
        </div>
      ))}
      <Refused groups={here.slice(0, MAX_REFUSED)} />
      {exits.length > 0 && (
        <div className="db-exits">
          {exits.map((action) => (
            <Offer key={action.key} action={action} version={version} look="db-exit" />
          ))}
        </div>
      )}
      {folded.length > 0 && (
        <details className="db-other-actions">
          <summary>{t('record.otherActions', { count: folded.flat().length })}</summary>
          <Refused groups={folded} />
        </details>
      )}
    </section>
  );
}

type RefusedGroup = readonly [ActionOffer, ...ActionOffer[]];

function Refused({ groups }: { groups: readonly RefusedGroup[] }) {
  return groups.map(([first, ...others]) => (
    <UnavailableReasons
      key={first.key}
      title={[first, ...others].map(({ title }) => title).join(', ')}
      refusals={first.refusals}
    />
  ));
}

interface OfferProps {
  readonly action: ActionOffer;
  readonly version: number;
  readonly look?: 'btn-primary' | 'db-exit';
}

const ICONS = {
  'btn-primary': <IconCheck size={18} aria-hidden />,
  'db-exit': <IconClose size={18} aria-hidden />,
};

function Offer({ action, version, look }: OfferProps) {
  const t = useMessages();
  const button = look === undefined ? 'btn w-100' : `btn w-100 ${look}`;
  const icon = look && ICONS[look];
  const help =
    action.help ?? (action.to === undefined ? undefined : t('record.thenState', { state: action.to }));
  return (
    <div className="db-offer">
      {action.asks ? (
        <a className={button} href={action.href}>
          {icon}
          {action.title}…
        </a>
      ) : (
        <form method="post" action={action.href}>
          <HiddenInputs values={{ commandId: action.commandId, seen: String(version) }} />
          <button className={button} id={getActionInputId(action.key)} type="submit">
            {icon}
            {action.title}
          </button>
        </form>
      )}
      {help !== undefined && <p className="db-offer-help">{help}</p>}
    </div>
  );
}

function byReasons(refused: readonly ActionOffer[]): readonly RefusedGroup[] {
  const together = new Map<string, [ActionOffer, ...ActionOffer[]]>();
  for (const action of refused) {
    const key = JSON.stringify(action.refusals.map(({ message, remedy }) => [message, remedy]));
    const others = together.get(key);
    if (others) others.push(action);
    else together.set(key, [action]);
  }
  return [...together.values()];
}

/** Looks disabled, but opens to its reasons, which a disabled button could not. */
export function UnavailableReasons({ title, refusals }: { title: string; refusals: readonly Refusal[] }) {
  const t = useMessages();
  return (
    <details className="db-why-not">
      <summary>
        <span className="db-refused">{title}</span>
        <span className="db-why">{t('record.whyNot')}</span>
      </summary>
      <RefusalList refusals={refusals} withSources />
    </details>
  );
}

export function AssignForm({
  assign,
  assignee,
  version,
}: {
  assign: NonNullable<RecordPage['assign']>;
  assignee: RecordPage['assignee'];
  version: number;
}) {
  const t = useMessages();
  return (
    <details className="db-assign">
      <summary>{t('form.assign')}</summary>
      <form method="post" action={assign.action}>
        <HiddenInputs values={{ commandId: assign.commandId, seen: String(version) }} />
        <label className="visually-hidden" htmlFor="f-to">
          {t('form.assignTo')}
        </label>
        <Chooser
          name="to"
          list={assign.people}
          value={assignee.id ?? ''}
          blank={t('record.nobody')}
          title={t('form.assignTo')}
          attributes={{ id: 'f-to' }}
        />
        <button className="btn" type="submit">
          {t('form.save')}
        </button>
      </form>
    </details>
  );
}

export function CommentForm({ comment }: { comment: NonNullable<RecordPage['comment']> }) {
  const t = useMessages();
  const wrong = comment.errors.length > 0;
  return (
    <form className="db-comment" method="post" action={comment.action} id="comment">
      <HiddenInputs values={{ commandId: comment.commandId }} />
      <label className="form-label" htmlFor="f-text">
        {t('form.comment')}
      </label>
      <textarea
        className="form-control"
        id="f-text"
        name="text"
        rows={2}
        defaultValue={comment.value}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? 'f-text-errors' : undefined}
      />
      {wrong && <InputErrorList id="f-text-errors" errors={comment.errors} />}
      <button className="btn" type="submit">
        {t('form.addComment')}
      </button>
    </form>
  );
}
