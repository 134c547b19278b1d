// Page: opening or editing a record, or what an action asks for. What was refused comes back with everything that was typed.
import { Document } from '../frame/document.js';
import { Conflicts, conflictCount } from '../parts/conflicts.js';
import { Errors, inputId, Mark, HiddenInputs } from '../controls/explained.js';
import { Field } from '../parts/field.js';
import { ChosenFiles } from '../field-types/files.js';
import { formatsFor } from '../format.js';
import { PageHeading } from '../parts/page-heading.js';
import { Help } from '../parts/prose.js';
import { FormSubject, Outcome } from '../parts/form-subject.js';
import { ToSign } from '../parts/to-sign.js';
import type { FormPage as Props, FormInput } from '../view-models/form.js';
import type { Refusal } from '../view-models/shown.js';
import { problemCount, RefusalList, Summary } from '../parts/refusals.js';
import { useMessages } from '../messages/use-messages.js';
import type { Translate } from '../messages/translate.js';

export function FormPage(props: Props) {
  const t = useMessages();
  const { frame, heading, help, subject, action, hidden, inputs, reason, conflicts, sign, submit, cancel } =
    props;
  const formats = formatsFor(frame.locale, frame.timeZone);
  const inConflict = new Set(conflicts.map(({ field }) => field));
  const problems = allProblems(props);
  const shownFrame =
    problems.length === 0 ? frame : { ...frame, title: t('form.errorIn', { title: frame.title }) };
  return (
    <Document frame={shownFrame} width="narrow" islands={islandsFor(inputs)}>
      <PageHeading heading={heading} back={{ href: cancel, title: t('form.back') }} />
      <Help markdown={help} />
      {subject && <FormSubject subject={subject} formats={formats} />}
      {problems.length > 0 && (
        <Summary {...summaryTitle(t, problems, conflicts.length)}>
          <RefusalList refusals={problems} anchor={(field) => anchorOf(field, props)} />
        </Summary>
      )}
      <form className="card db-form" method="post" action={action} encType={sendsFiles(inputs)} noValidate>
        <HiddenInputs values={hidden} />
        {/* Enter presses a form's first button: that is to be this one, not "Add rows". */}
        <button className="visually-hidden" type="submit" tabIndex={-1} aria-hidden>
          {submit}
        </button>
        <div className="card-body">
          {conflicts.length > 0 && <Conflicts conflicts={conflicts} formats={formats} />}
          {inputs.map((input) =>
            inConflict.has(input.key) ? (
              <Kept key={input.key} input={input} />
            ) : (
              <Field key={input.key} input={input} formats={formats} />
            ),
          )}
          {reason && <Reason reason={reason} />}
          {sign && <ToSign sign={sign} formats={formats} />}
          {inputs.length === 0 && !reason && !sign && conflicts.length === 0 && (
            <p className="m-0">{t('form.nothingAsked')}</p>
          )}
          {subject && <Outcome {...subject} />}
        </div>
        <Foot submit={submit} cancel={cancel} subject={subject} />
      </form>
    </Document>
  );
}

/** What leads off the way is red, as on the record's page. */
function Foot({ submit, cancel, subject }: Pick<Props, 'submit' | 'cancel' | 'subject'>) {
  const t = useMessages();
  return (
    <div className="card-footer db-form-foot">
      <button className={subject?.isExit ? 'btn db-exit-now' : 'btn btn-primary'} type="submit">
        {submit}
      </button>
      <a className="btn btn-link" href={cancel} data-cancel="">
        {t('form.cancel')}
      </a>
    </div>
  );
}

/** Files go as parts of their own; everything else is shorter without. */
const sendsFiles = (inputs: readonly FormInput[]) =>
  inputs.some(({ files, readOnly, hidden }) => files && !readOnly && !hidden)
    ? 'multipart/form-data'
    : undefined;

function islandsFor(inputs: readonly FormInput[]): readonly string[] {
  const hasLines = inputs.some(({ rows, readOnly }) => rows && !readOnly);
  const hasUploads = inputs.some(({ files, readOnly, hidden }) => files?.upload && !readOnly && !hidden);
  return [
    'form-fields',
    ...(hasUploads ? ['files'] : []),
    ...(isSearched(inputs) ? ['chooser'] : []),
    ...(hasLines ? ['rows'] : []),
  ];
}

const isSearched = (inputs: readonly FormInput[]): boolean =>
  inputs.some(({ options, rows }) => options?.search || options?.lately || isSearched((rows ?? []).flat()));

function summaryTitle(t: Translate, problems: readonly Refusal[], conflicts: number) {
  if (conflicts > 0) return { title: conflictCount(t, conflicts) };
  // Nobody who filled it in can put that right.
  if (problems.some(({ code }) => code === 'UNAVAILABLE')) return { title: t('form.notSavedYet') };
  return { title: problemCount(t, problems.length), counts: true };
}

/** What was refused, and errors of inputs that no refusal has named yet. */
function allProblems({ refusals, inputs }: Props): readonly Refusal[] {
  const named = new Set(refusals.flatMap(({ fields }) => fields));
  const said = new Set(refusals.map(({ message }) => message));
  const more = errorsOf(inputs).filter(({ key, error }) => !named.has(key) && !said.has(error));
  const all = [
    ...refusals,
    ...more.map(({ key, error }) => ({ code: 'INPUT', message: error, fields: [key] })),
  ];
  const keys = inputs.flatMap((input) => [input, ...(input.rows ?? []).flat()]).map(({ key }) => key);
  return all.toSorted((one, other) => placeOf(one, keys) - placeOf(other, keys));
}

/** In the order of the form; first what is about the whole of it, last what is asked for below its fields. */
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

/** A field that is being decided on above: what was typed is posted again, so that choosing "yours" has a value. */
function Kept({ input }: { input: FormInput }) {
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
        <Mark required={required} />
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
      {errors.length > 0 && <Errors id={`${id}-errors`} errors={errors} />}
      <div className="form-hint" id={`${id}-help`}>
        {t('form.reasonHint')}
      </div>
    </div>
  );
}
