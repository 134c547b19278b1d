import { Document } from '../frame/document.js';
import { getFieldView } from '../field-types/get-field-view.js';
import { createFormats, type Formats } from '../format.js';
import { History } from '../parts/history.js';
import { ActionWithReason } from '../parts/timeline-item.js';
import { IconPencil } from '../icons.js';
import { PageHeading } from '../parts/page-heading.js';
import { RecordActions, UnavailableReasons, AssignForm } from '../parts/record-actions.js';
import { ProcessMap } from '../parts/process-map.js';
import { renderStateBadge, getToneClass } from '../parts/display-value.js';
import { RecordFields, KeyFields } from '../parts/record-fields.js';
import { MomentForm } from '../parts/moment-form.js';
import { NextStepLine } from '../parts/next-step.js';
import { formatOverdue } from '../parts/overdue.js';
import { RecordCalls } from '../parts/record-calls.js';
import { RecordApprovalRounds, Signatures } from '../parts/record-approval-rounds.js';
import type { RecordPage as Props } from '../view-models/record.js';
import { SinceTime } from '../parts/since-time.js';
import { Timestamp } from '../parts/timestamp.js';
import { useMessages } from '../messages/use-messages.js';

export function RecordPage(props: Props) {
  const { frame, number, title, entity, state, list } = props;
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame} islands={islandsFor(props)}>
      {/* The island announces changes here, without interrupting input. */}
      <div data-live={props.live} data-version={props.version} role="status" />
      <PageHeading
        heading={title === '' ? (number ?? entity) : title}
        back={list}
        below={
          <>
            <span className="db-kind">
              {number !== null && title !== '' ? `${entity} ${number}` : entity}
            </span>
            {renderStateBadge(state.title, state.tone)}
            <span className="db-state-since">
              <SinceTime at={state.since} age={state.age} formats={formats} />
            </span>
            {state.late && <span className="db-state-late">{formatOverdue(state.late, formats)}</span>}
          </>
        }
      >
        <EditButton {...props} />
      </PageHeading>
      {props.explained && <ActionWithReason item={props.explained} />}
      <NextStepLine state={state} next={props.next} formats={formats} />
      <Scheduled upcoming={props.upcoming} scheduled={props.scheduled} formats={formats} />
      <KeyFields {...props} formats={formats} />
      <WayOrSteps {...props} />
      {props.state.gone && <GoneState state={props.state} />}
      {props.calls.length > 0 && <RecordCalls calls={props.calls} />}
      <div className="db-record">
        <RecordActions
          actions={props.actions}
          forOthers={props.forOthers}
          version={props.version}
          state={state}
        />
        <div className="db-main-column">
          {props.rounds.length > 0 && (
            <RecordApprovalRounds rounds={props.rounds} version={props.version} formats={formats} />
          )}
          <RecordFields {...props} formats={formats} />
          {props.signatures.length > 0 && <Signatures signatures={props.signatures} formats={formats} />}
          <History {...props} formats={formats} />
        </div>
        <About {...props} formats={formats} />
      </div>
    </Document>
  );
}

function EditButton({ edit, editLeadsOn, editRefusals }: Props) {
  const t = useMessages();
  if (edit !== undefined) {
    return (
      <a className={editLeadsOn ? 'btn btn-primary' : 'btn'} href={edit} data-key="e">
        <IconPencil size={18} aria-hidden />
        {t('record.edit')}
      </a>
    );
  }
  return editRefusals.length > 0 ? (
    <UnavailableReasons title={t('record.edit')} refusals={editRefusals} />
  ) : null;
}

const MOST_TITLED_STEPS = 8;

function Steps({ states, state }: Props) {
  const t = useMessages();
  const look = states.length > MOST_TITLED_STEPS ? 'db-steps db-steps-many' : 'db-steps';
  return (
    <ol className={look} aria-label={t('record.steps')}>
      {states.map(({ key, title, reached }) => (
        <li
          key={key}
          className={
            key === state.key
              ? `db-step-now ${getToneClass(state.tone)}`
              : reached
                ? 'db-step-done'
                : undefined
          }
          aria-current={key === state.key ? 'step' : undefined}
        >
          {title}
          {reached && key !== state.key && <span className="visually-hidden">{t('record.wasHere')}</span>}
        </li>
      ))}
    </ol>
  );
}

/** Without a known state only a new version of the specification can move it. */
function islandsFor({ assign, fields, emptyFields, editFields }: Props): readonly string[] {
  const takesFiles = [...fields, ...emptyFields].some(
    (field) => getFieldView(field).takesFiles && Object.hasOwn(editFields, field.key),
  );
  return [
    'live-changes',
    ...(Object.keys(editFields).length > 0 ? ['edit-field'] : []),
    ...(assign?.people.search ? ['chooser'] : []),
    ...(takesFiles ? ['record-files'] : []),
  ];
}

function WayOrSteps(props: Props) {
  if (props.way) return <Way way={props.way} />;
  return props.states.length > 1 ? <Steps {...props} /> : null;
}

function Way({ way }: { way: NonNullable<Props['way']> }) {
  const t = useMessages();
  return (
    <div className="card db-way" tabIndex={0} role="group" aria-label={t('record.steps')}>
      <ProcessMap figure={way} direction="right" />
    </div>
  );
}

function GoneState({ state }: Pick<Props, 'state'>) {
  const t = useMessages();
  return <div className="alert alert-warning">{t('record.stateGone', { state: state.title })}</div>;
}

function Scheduled({
  upcoming,
  scheduled,
  formats,
}: Pick<Props, 'upcoming' | 'scheduled'> & { formats: Formats }) {
  const t = useMessages();
  if (upcoming.length === 0) return null;
  return (
    <section className="db-scheduled" aria-labelledby="scheduled">
      <h2 id="scheduled">{t('scheduled.title')}</h2>
      <ul>
        {upcoming.map(({ what, due, ifStill }, index) => (
          <li key={index}>
            <Timestamp at={due} formats={formats} />: {what}
            {ifStill !== undefined && `, ${t('scheduled.ifStill', { states: ifStill })}`}
          </li>
        ))}
      </ul>
      <a className="db-scheduled-all" href={scheduled}>
        {t('scheduled.showAll')}
      </a>
    </section>
  );
}

function About({
  assignee,
  assign,
  opened,
  changed,
  specification,
  choose,
  formats,
  ...props
}: Props & { formats: Formats }) {
  const t = useMessages();
  return (
    <section className="card db-about" aria-labelledby="about">
      <h2 id="about">{t('record.about')}</h2>
      <dl>
        <div>
          <dt>{t('property.assignee')}</dt>
          <dd>
            {assignee.id === null ? <span className="db-none">{t('record.nobody')}</span> : assignee.name}
            {assign && <AssignForm assign={assign} assignee={assignee} version={props.version} />}
          </dd>
        </div>
        <WhoAndWhen title={t('property.openedAt')} did={opened} formats={formats} />
        <WhoAndWhen title={t('property.changedAt')} did={changed} formats={formats} />
        <div>
          <dt>{t('record.runsBy')}</dt>
          <dd>
            <a href={specification.href}>{t('record.rulesVersion', { version: specification.version })}</a>
          </dd>
        </div>
        <div>
          <dt>{t('record.version')}</dt>
          <dd>{formats.count(props.version)}</dd>
        </div>
      </dl>
      <MomentForm {...choose} />
    </section>
  );
}

function WhoAndWhen({ title, did, formats }: { title: string; did: Props['opened']; formats: Formats }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {did.by}
        <br />
        <Timestamp at={did.at} formats={formats} />
      </dd>
    </div>
  );
}
