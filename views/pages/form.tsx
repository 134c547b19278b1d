import { Document } from '../frame/document.js';
import { InputConflicts, formatConflictCount } from '../parts/input-conflicts.js';
import { InputErrorList, inputId, RequiredMark } from '../controls/input-help-and-errors.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { Field } from '../parts/field.js';
import { ChosenFiles } from '../field-types/files.js';
import { createFormats, type Formats } from '../format.js';
import { PageHeading } from '../parts/page-heading.js';
import { Help } from '../parts/prose.js';
import { FormSubject, FormOutcome } from '../parts/form-subject.js';
import { RefusedRecords, SelectedRecords } from '../parts/selected-records.js';
import { SignatureFieldset } from '../parts/signature-fieldset.js';
import type { FormPage as Props, FormInput } from '../view-models/form.js';
import type { Refusal } from '../view-models/display-value.js';
import { formatProblemCount, RefusalList, ProblemSummary } from '../parts/problem-summary.js';
import { useMessages } from '../messages/use-messages.js';
import type { Translate } from '../messages/translate.js';

export function FormPage(props: Props) {
  const t = useMessages();
  const { frame, heading, help, subject, selection, action, hidden, inputs, reason, conflicts, sign } = props;
  const { cancel } = props;
  const submit = submitOf(props);
  const formats = createFormats(frame.locale, frame.timeZone);
  const inConflict = new Set(conflicts.map(({ field }) => field));
  const problems = allProblems(props);
  const shownFrame =
    problems.length === 0 ? frame : { ...frame, title: t('form.errorIn', { title: frame.title }) };
  return (
    <Document frame={shownFrame} width={selection ? undefined : 'narrow'} islands={islandsFor(props)}>
      <PageHeading heading={heading} back={{ href: cancel, title: t('form.back') }} />
      <Help markdown={help} />
      <About {...props} formats={formats} />
      {problems.length > 0 && (
        <ProblemSummary {...summaryTitle(t, problems, conflicts.length)}>
          <RefusalList refusals={problems} anchor={(field) => anchorOf(field, props)} />
        </ProblemSummary>
      )}
      <form className="card db-form" method="post" action={action} encType={sendsFiles(inputs)} noValidate>
        <HiddenInputs values={hidden} />
        <FirstSubmit submit={submit} />
        <div className="card-body">
          {conflicts.length > 0 && <InputConflicts conflicts={conflicts} formats={formats} />}
          {inputs.map((input) =>
            inConflict.has(input.key) ? (
              <RepostedInput key={input.key} input={input} />
            ) : (
              <Field key={input.key} input={input} formats={formats} />
            ),
          )}
          {reason && <Reason reason={reason} />}
          {sign && <SignatureFieldset sign={sign} formats={formats} />}
          {inputs.length === 0 && !reason && !sign && conflicts.length === 0 && (
            <p className="m-0">{t('form.nothingAsked')}</p>
          )}
          {subject && <FormOutcome {...subject} />}
        </div>
        <Foot submit={submit} cancel={cancel} subject={subject} />
      </form>
    </Document>
  );
}

function About({ subject, selection, formats }: Pick<Props, 'subject' | 'selection'> & { formats: Formats }) {
  const t = useMessages();
  return (
    <>
      {selection && <SelectedRecords records={selection.records} formats={formats} />}
      {selection && selection.leftOut.length > 0 && (
        <details className="db-left-out" open>
          <summary>{t('selection.leftOut', { count: selection.leftOut.length })}</summary>
          <RefusedRecords records={selection.leftOut} />
        </details>
      )}
      {subject && <FormSubject subject={subject} formats={formats} />}
    </>
  );
}

/** undefined: the form cannot be sent yet. */
const submitOf = ({ sign, submit }: Pick<Props, 'sign' | 'submit'>): string | undefined =>
  sign?.before === undefined ? submit : undefined;

/** Enter activates the first button, which must not be "Add rows". */
const FirstSubmit = ({ submit }: { readonly submit: string | undefined }) =>
  submit !== undefined && (
    <button className="visually-hidden" type="submit" tabIndex={-1} aria-hidden>
      {submit}
    </button>
  );

function Foot({
  submit,
  cancel,
  subject,
}: Pick<Props, 'cancel' | 'subject'> & { readonly submit: string | undefined }) {
  const t = useMessages();
  return (
    <div className="card-footer db-form-foot">
      {submit !== undefined && (
        <button className={subject?.isExit ? 'btn db-exit-now' : 'btn btn-primary'} type="submit">
          {submit}
        </button>
      )}
      <a className="btn btn-link" href={cancel} data-cancel="">
        {t('form.cancel')}
      </a>
    </div>
  );
}

const sendsFiles = (inputs: readonly FormInput[]) =>
  inputs.some(({ files, readOnly, hidden }) => files && !readOnly && !hidden)
    ? 'multipart/form-data'
    : undefined;

function islandsFor({ inputs, selection }: Pick<Props, 'inputs' | 'selection'>): readonly string[] {
  const hasLines = inputs.some(({ rows, readOnly }) => rows && !readOnly);
  const hasUploads = inputs.some(({ files, readOnly, hidden }) => files?.upload && !readOnly && !hidden);
  return [
    'form-autofill',
    ...(hasUploads ? ['files'] : []),
    ...(isSearched(inputs) ? ['chooser'] : []),
    ...(hasLines ? ['rows'] : []),
    ...(selection ? ['selection-progress'] : []),
  ];
}

const isSearched = (inputs: readonly FormInput[]): boolean =>
  inputs.some(({ options, rows }) => options?.search || options?.lately || isSearched((rows ?? []).flat()));

function summaryTitle(t: Translate, problems: readonly Refusal[], conflicts: number) {
  if (conflicts > 0) return { title: formatConflictCount(t, conflicts) };
  // Not caused by the input.
  if (problems.some(({ code }) => code === 'UNAVAILABLE')) return { title: t('form.notSavedYet') };
  return { title: formatProblemCount(t, problems.length), counts: true };
}

/** Refusals, and input errors that no refusal names. */
function allProblems({ refusals, inputs }: Props): readonly Refusal[] {
  const named = new Set(refusals.flatMap(({ fields }) => fields));
  const messages = new Set(refusals.map(({ message }) => message));
  const more = errorsOf(inputs).filter(({ key, error }) => !named.has(key) && !messages.has(error));
  const all = [
    ...refusals,
    ...more.map(({ key, error }) => ({ code: 'INPUT', message: error, fields: [key] })),
  ];
  const keys = inputs.flatMap((input) => [input, ...(input.rows ?? []).flat()]).map(({ key }) => key);
  return all.toSorted((one, other) => placeOf(one, keys) - placeOf(other, keys));
}

/** Form order: general ones first, those outside the form last. */
function placeOf({ fields: [field] }: Refusal, keys: readonly string[]): number {
  if (field === undefined) return -1;
  const place = keys.indexOf(field);
  return place < 0 ? keys.length : place;
}

function errorsOf(inputs: readonly FormInput[]): readonly { key: string; error: string }[] {
  return inputs.flatMap((input) => [
    ...input.errors.map((error) => ({ key: input.key, error })),
    ...errorsOf((input.rows ?? []).flat()),
  ]);
}

function anchorOf(field: string, { inputs, reason, sign }: Props): string | undefined {
  const cells = inputs.flatMap((input) => [input, ...(input.rows ?? []).flat()]);
  const known =
    cells.some((input) => input.key === field) ||
    (field === 'reason' && reason) ||
    (field === 'signature' && sign);
  return known ? `#${inputId(field)}` : undefined;
}

/** Reposts a conflicting input, so that “yours” has a value. */
function RepostedInput({ input }: { input: FormInput }) {
  const cells = input.rows ? input.rows.flat() : [input];
  if (input.files) return <ChosenFiles input={input} />;
  return <HiddenInputs values={Object.fromEntries(cells.map((cell) => [cell.key, cell.value]))} />;
}

function Reason({ reason: { required, value, errors } }: { reason: NonNullable<Props['reason']> }) {
  const t = useMessages();
  const id = inputId('reason');
  return (
    <div className="db-field">
      <label className="form-label" htmlFor={id}>
        {t('form.reason')}
        <RequiredMark required={required} />
      </label>
      <textarea
        className="form-control"
        id={id}
        name="reason"
        rows={3}
        defaultValue={value}
        aria-required={required || undefined}
        aria-invalid={errors.length > 0 || undefined}
        aria-describedby={errors.length > 0 ? `${id}-errors ${id}-help` : `${id}-help`}
      />
      {errors.length > 0 && <InputErrorList id={`${id}-errors`} errors={errors} />}
      <div className="form-hint" id={`${id}-help`}>
        {t('form.reasonHint')}
      </div>
    </div>
  );
}
