import { Document } from '../frame/document.js';
import { createFormats, type Formats } from '../format.js';
import { Chooser } from '../parts/chooser.js';
import { createCompleteChoiceList, type ChoiceList } from '../view-models/choices.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import type { DeputiesPage as Props, DeputyRow } from '../view-models/deputies.js';
import { InputErrors } from '../parts/problem-summary.js';
import { Timestamp } from '../parts/timestamp.js';
import { useMessages } from '../messages/use-messages.js';

export function DeputiesPage({ frame, named, forWhom, all, name }: Props) {
  const t = useMessages();
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame} width={all ? undefined : 'narrow'} islands={['chooser']}>
      <PageHeading heading={t('frame.deputies')} below={t('deputies.hint')} />
      {name && name.people.search?.current !== true && (
        <InputErrors errors={name.errors} inputOf={inputOfDeputy} />
      )}
      <List title={t('deputies.yours')} empty={t('deputies.none')} deputies={named} formats={formats} />
      {name && <NameForm name={name} />}
      <List
        title={t('deputies.forOthers')}
        empty={t('deputies.noneForOthers')}
        deputies={forWhom}
        formats={formats}
      />
      {all && (
        <>
          <List
            title={t('deputies.all')}
            empty={t('deputies.noneAtAll')}
            deputies={all.deputies}
            formats={formats}
          />
          <Pagination
            before={{ href: undefined, title: t('page.later') }}
            after={{ href: all.next, title: t('page.earlier') }}
          />
        </>
      )}
    </Document>
  );
}

interface ListProps {
  readonly title: string;
  readonly empty: string;
  readonly deputies: readonly DeputyRow[];
  readonly formats: Formats;
}

function List({ title, empty, deputies, formats }: ListProps) {
  return (
    <section className="card db-form db-deputies" aria-label={title}>
      <div className="card-body">
        <h2>{title}</h2>
        {deputies.length === 0 ? (
          <p className="form-hint">{empty}</p>
        ) : (
          <ul className="db-sessions">
            {deputies.map((deputy) => (
              <Deputy key={deputy.id} deputy={deputy} formats={formats} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function Deputy({
  deputy: { deputy, person, scope, from, until, ended, end },
  formats,
}: {
  deputy: DeputyRow;
  formats: Formats;
}) {
  const t = useMessages();
  return (
    <li>
      <span>
        <b>{t('account.deputyFor', { deputy, person })}</b>
        <span className="form-hint">
          {scope}, {formats.date(from)} – {formats.date(until)}
          {ended && '; '}
          {ended &&
            t.rich('deputies.ended', { name: ended.by, at: <Timestamp at={ended.at} formats={formats} /> })}
        </span>
      </span>
      {end && (
        <form method="post" action={end.action}>
          <HiddenInputs values={{ commandId: end.commandId, person: end.person }} />
          <button
            className="btn btn-sm"
            type="submit"
            aria-label={t('deputies.endNamed', { deputy, person })}
          >
            {t('account.endSession')}
          </button>
        </form>
      )}
    </li>
  );
}

const inputOfDeputy = (field: string): string =>
  `d-${field === 'role' || field === 'application' ? 'scope' : field}`;

function NameForm({ name }: { name: NonNullable<Props['name']> }) {
  const t = useMessages();
  const { action, commandId, people, scopes, typed, errors } = name;
  const scopeErrors = [...(errors['application'] ?? []), ...(errors['role'] ?? [])];
  return (
    <form className="card db-form" method="post" action={action} aria-labelledby="name-deputy" noValidate>
      <HiddenInputs values={{ commandId }} />
      {/* Enter activates the first button, which must not be “Find”. */}
      <button className="visually-hidden" type="submit" tabIndex={-1} aria-hidden>
        {t('deputies.nameAsDeputy')}
      </button>
      <div className="card-body">
        <h2 id="name-deputy">{t('deputies.name')}</h2>
        <Choice
          name="deputy"
          title={t('deputies.who')}
          list={people}
          blank={t('form.choose')}
          value={typed.deputy}
          errors={errors['deputy']}
        />
        <Choice
          name="scope"
          title={t('deputies.forWhat')}
          list={createCompleteChoiceList(scopes)}
          value={typed.scope}
          errors={scopeErrors.length > 0 ? scopeErrors : undefined}
        />
        <Day name="from" title={t('deputies.firstDay')} value={typed.from} errors={errors['from']} />
        <Day name="until" title={t('deputies.lastDay')} value={typed.until} errors={errors['until']} />
        <p className="form-hint">{t('deputies.rights')}</p>
      </div>
      <div className="card-footer db-form-foot">
        <button className="btn btn-primary" type="submit">
          {t('deputies.nameAsDeputy')}
        </button>
      </div>
    </form>
  );
}

interface InputProps {
  readonly name: string;
  readonly title: string;
  readonly value: string;
  readonly errors: readonly string[] | undefined;
}

function Choice({
  name,
  title,
  value,
  errors,
  list,
  blank,
}: InputProps & { list: ChoiceList; blank?: string }) {
  return (
    <div className="mb-3">
      <label className="form-label" htmlFor={`d-${name}`}>
        {title}
      </label>
      <Chooser
        {...{ name, list, value, blank, title }}
        attributes={{ id: `d-${name}`, ...described(name, errors) }}
      />
      <Errors name={name} errors={errors} />
    </div>
  );
}

function Day({ name, title, value, errors }: InputProps) {
  return (
    <div className="mb-3">
      <label className="form-label" htmlFor={`d-${name}`}>
        {title}
      </label>
      <input
        className="form-control"
        type="date"
        id={`d-${name}`}
        name={name}
        defaultValue={value}
        {...described(name, errors)}
      />
      <Errors name={name} errors={errors} />
    </div>
  );
}

const described = (name: string, errors: readonly string[] | undefined) =>
  errors ? { 'aria-invalid': true, 'aria-describedby': `d-${name}-why` } : {};

const Errors = ({ name, errors }: Pick<InputProps, 'name' | 'errors'>) =>
  errors ? (
    <div className="db-errors" id={`d-${name}-why`}>
      {errors.map((error) => (
        <p key={error}>{error}</p>
      ))}
    </div>
  ) : null;
