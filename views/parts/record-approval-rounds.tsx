import type { Formats } from '../format.js';
import type { ApprovalVote } from '../view-models/approval-vote.js';
import type { ApprovalRound, SignatureRow } from '../view-models/record.js';
import type { PastRound } from '../view-models/past-record.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { renderInFull } from './display-value.js';
import { renderCurrentName } from './current-name.js';
import { Timestamp } from './timestamp.js';
import { useMessages } from '../messages/use-messages.js';

interface Props {
  readonly rounds: readonly ApprovalRound[];
  readonly version: number;
  readonly formats: Formats;
}

export function RecordApprovalRounds({ rounds, version, formats }: Props) {
  const t = useMessages();
  return rounds.map((round) => (
    <section key={round.title} className="card db-round" aria-label={round.title}>
      <h2>
        {t('record.round', { action: round.title, approved: round.approved.length, needed: round.needed })}
      </h2>
      <p>{round.isRefused ? t('record.roundRefused') : t('record.roundWaits', { people: round.waitsFor })}</p>
      <Votes approved={round.approved} refused={round.refused} formats={formats} />
      {round.proposed.length > 0 && (
        <>
          <p>{t('timeline.proposed')}</p>
          <dl className="db-fields">
            {round.proposed.map((value) => (
              <div key={value.key}>
                <dt>{value.title}</dt>
                <dd>{renderInFull(value, formats)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {round.takeBack && (
        <form method="post" action={round.takeBack.href}>
          <HiddenInputs values={{ commandId: round.takeBack.commandId }} />
          <button className="btn" type="submit">
            {t('form.takeBack')}
          </button>
        </form>
      )}
      {round.refuse && <RefuseForm refuse={round.refuse} version={version} />}
    </section>
  ));
}

export function PastApprovalRounds({
  rounds,
  formats,
}: {
  readonly rounds: readonly PastRound[];
  readonly formats: Formats;
}) {
  const t = useMessages();
  return rounds.map(({ action, needed, approved, refused }) => (
    <section key={action.title} className="card db-round" aria-label={action.title}>
      <h2>
        {t('record.round', { action: action.title, approved: approved.length, needed })}{' '}
        {renderCurrentName(action.now)}
      </h2>
      <Votes approved={approved} refused={refused} formats={formats} />
    </section>
  ));
}

function Votes({
  approved,
  refused,
  formats,
}: Pick<ApprovalRound, 'approved' | 'refused'> & { readonly formats: Formats }) {
  if (approved.length + refused.length === 0) return null;
  return (
    <ul>
      {approved.map((vote) => (
        <Vote key={vote.who} did="record.approved" vote={vote} formats={formats} />
      ))}
      {refused.map((vote) => (
        <Vote key={vote.who} did="record.refused" vote={vote} formats={formats} />
      ))}
    </ul>
  );
}

function Vote({
  did,
  vote: { who, at, reason },
  formats,
}: {
  did: 'record.approved' | 'record.refused';
  vote: ApprovalVote;
  formats: Formats;
}) {
  const t = useMessages();
  return (
    <li>
      {t.rich(did, { name: who, at: <Timestamp at={at} formats={formats} /> })}
      {reason !== undefined && `: ${t('page.quoted', { text: reason })}`}
    </li>
  );
}

function RefuseForm({ refuse, version }: { refuse: NonNullable<ApprovalRound['refuse']>; version: number }) {
  const t = useMessages();
  return (
    <details className="db-assign">
      <summary>{refuse.title}…</summary>
      <p className="form-hint" id="f-refusal-hint">
        {refuse.hint}
      </p>
      <form method="post" action={refuse.href}>
        <HiddenInputs values={{ commandId: refuse.commandId, seen: String(version) }} />
        <label className="form-label" htmlFor="f-refusal">
          {t('form.reason')}
        </label>
        <textarea
          className="form-control"
          id="f-refusal"
          name="reason"
          rows={2}
          aria-required
          aria-describedby="f-refusal-hint"
        />
        <button className="btn" type="submit">
          {refuse.title}
        </button>
      </form>
    </details>
  );
}

export function Signatures({
  signatures,
  formats,
}: {
  readonly signatures: readonly SignatureRow[];
  readonly formats: Formats;
}) {
  const t = useMessages();
  return (
    <section className="card db-round" aria-labelledby="signatures">
      <h2 id="signatures">{t('record.signatures')}</h2>
      <ul>
        {signatures.map(({ who, at, action, actionNow, meaning, demo, hash }) => (
          <li key={`${who} ${at}`}>
            <strong>{who}</strong>, <Timestamp at={at} formats={formats} />:{' '}
            {t('page.quoted', { text: meaning })} ({action}
            {renderCurrentName(actionNow)}
            {demo && `; ${t('record.exampleSignature')}`})
            {hash !== undefined && <code className="db-digest">SHA-256 {hash}</code>}
          </li>
        ))}
      </ul>
    </section>
  );
}
