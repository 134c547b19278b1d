import { v7 as uuid } from 'uuid';
import { FormPage } from '#views/pages/form.js';
import type { FormPage as FormPageProps } from '#views/view-models/form.js';
import type { RecordInput } from '#domain/record/record-commands.js';
import { listRowSums } from '#domain/record/computed/sums-of-rows.js';
import { ReferencedIds, FindNames, NO_REFERENCE_NAMES } from '#query-handling/names/find-names.js';
import type { Reason } from '#domain/refusal.js';

import { getErrorsAt } from '#web/errors/errors-by-field.js';
import type { FormContext } from '#web/requests/request-context.js';
import { offerConfirmation } from '#web/requests/signing-confirmation.js';
import type { RequestFailure } from '#web/errors/request-failure.js';
import type { RecordRequest } from '#web/requests/record-request.js';
import { page, type Answer } from '#web/rendering/answers.js';
import { toValueDisplayContext, displayValue, getStateTitle } from '#web/display/display-value.js';
import { splitFilledAndEmpty } from '#web/display/record-fields.js';
import { presentEditConflicts, type PresentedConflicts } from './present-edit-conflicts.js';
import type { FormDefinition, SigningInput } from './form-definition.js';
import { NO_SEARCHES, getUnansweredSearchStatus } from '#web/http/posted-choice-searches.js';
import { presentFormSubject } from './form-subject.js';
import { buildInputs, type InputsContext } from './form-inputs.js';
import { choicesFor, type ChoosingInput } from './choice-options.js';
import { displayRefusals } from '#web/errors/displayed-refusals.js';
import { findInvalidCells } from './row-totals.js';
import type { ParseContext } from '#specification/field-types/parse-result.js';
import { uploadHref } from '#web/addresses/page-addresses.js';
import { type FormMetadata, HIDDEN_INPUTS, SIGNATURE_INPUTS, areConflictsSettled } from './form-processor.js';

/** `failure` undefined: an intermediate post, such as adding rows. */
interface PostedAnswer {
  readonly input: RecordInput;
  readonly metadata: FormMetadata;
  readonly failure?: RequestFailure;
}

interface DisplayedForm {
  readonly recordRequest: RecordRequest;
  readonly kind: FormDefinition;
  readonly posted?: PostedAnswer;
}

/** No references were resolved. */
const NOTHING_KNOWN = { records: new Map(), people: new Set<string>(), fromLogs: new Set<string>() };

const NO_DIFFERENCES: PresentedConflicts = { conflicts: [], refusals: [] };

export async function showForm(
  context: FormContext,
  { recordRequest, kind, posted }: DisplayedForm,
): Promise<Answer> {
  const { published, specification, entity, viewer } = recordRequest;
  const { queries, sources } = context;
  const failure = posted?.failure;
  const reasons = failure?.reasons ?? [];
  const filling = fillingOf(recordRequest, { kind, posted }, reasons);
  const [choicesOf, shown, subject] = await Promise.all([
    choicesFor(
      { queries, sources, published, entity, viewer, t: recordRequest.t },
      choosingInputs(kind.fields, filling),
      filling.searches,
    ),
    failure && failure.differences.length > 0
      ? presentEditConflicts(context, recordRequest, failure.differences, kind.fields)
      : NO_DIFFERENCES,
    kind.subject && presentFormSubject(context, recordRequest, kind.subject),
  ]);
  const hidden = { ...hiddenOf(kind, posted, shown), ...mannerInputs(recordRequest) };
  const props: Omit<FormPageProps, 'frame'> = {
    heading: kind.heading,
    help: kind.help,
    ...(subject && { subject }),
    ...(kind.selection && { selection: kind.selection.shown }),
    action: kind.post,
    hidden,
    inputs: buildInputs(kind.fields, { ...filling, choicesOf }),
    ...(kind.reason !== 'none' && { reason: reasonOf(kind, posted, reasons) }),
    refusals: [...displayRefusals(reasons, specification.key), ...shown.refusals],
    conflicts: shown.conflicts,
    ...(kind.sign && {
      sign: await signOf(context, recordRequest, kind.sign, {
        reasons,
        command: hidden[HIDDEN_INPUTS.commandId],
      }),
    }),
    submit: kind.submit,
    cancel: kind.cancel,
  };
  const content = { title: kind.heading, application: published };
  return page(FormPage, props, content, { status: statusOf(posted) });
}

function statusOf(posted: PostedAnswer | undefined): number | undefined {
  if (posted?.failure || posted?.metadata.rowEdit) return posted.failure?.status;
  return getUnansweredSearchStatus(posted?.metadata.searches);
}

function fillingOf(
  { specification, entity, locale, timeZone, t }: RecordRequest,
  { kind, posted }: Pick<DisplayedForm, 'kind' | 'posted'>,
  reasons: readonly Reason[],
): Omit<InputsContext, 'choicesOf'> {
  const reading: ParseContext = {
    ...NOTHING_KNOWN,
    limits: specification.limits,
    timeZone,
    locale,
  };
  const edit = posted?.metadata.rowEdit;
  const table = edit?.what === 'total' ? kind.fields.find(({ key }) => key === edit.table) : undefined;
  const rows = table && posted?.input[table.key];
  const wrong =
    table && Array.isArray(rows)
      ? findInvalidCells(table, rows as readonly RecordInput[], { reading, language: t.language })
      : [];
  return {
    ...kind,
    manner: { locale, timeZone },
    t,
    limits: specification.limits,
    uploadHref: (field) => uploadHref(specification, entity.key, field),
    mostRows: specification.limits.rows,
    typed: posted?.input,
    reasons: [...reasons, ...wrong],
    searches: posted?.metadata.searches ?? NO_SEARCHES,
    rowEdit: posted?.metadata.rowEdit,
    totals: {
      sumsOf: (table) => listRowSums(entity, table).filter(({ field }) => !kind.unreadable.has(field.key)),
      reading,
      show: (field, value) =>
        displayValue(field, value, toValueDisplayContext({ specification, names: NO_REFERENCE_NAMES, t })),
    },
  };
}

function choosingInputs(
  fields: FormDefinition['fields'],
  filling: Omit<InputsContext, 'choicesOf'>,
): readonly ChoosingInput[] {
  const inputs: ChoosingInput[] = [];
  const choicesOf = (input: ChoosingInput) => {
    inputs.push(input);
    return undefined;
  };
  buildInputs(fields, { ...filling, totals: undefined, choicesOf });
  return inputs;
}

function hiddenOf(kind: FormDefinition, posted: PostedAnswer | undefined, { conflicts }: PresentedConflicts) {
  const version = posted?.failure?.version;
  return {
    [HIDDEN_INPUTS.commandId]: reused(posted) ? uuid() : (posted?.metadata.commandId ?? uuid()),
    ...(kind.id !== undefined && { [HIDDEN_INPUTS.id]: kind.id }),
    ...versionInputs(kind, posted, conflicts.length > 0),
    ...(conflicts.length > 0 &&
      version !== undefined && {
        [HIDDEN_INPUTS.conflictVersion]: String(version),
        [HIDDEN_INPUTS.conflictFields]: conflicts.map(({ field }) => field).join(' '),
      }),
    ...hiddenOfKind(kind),
  };
}

const hiddenOfKind = ({ sign, unseen, selection }: FormDefinition) => ({
  ...(sign?.shown !== undefined && { [HIDDEN_INPUTS.shown]: sign.shown }),
  ...(unseen.length > 0 && { [HIDDEN_INPUTS.unseen]: unseen.join(' ') }),
  ...selection?.hidden,
});

const mannerInputs = ({ locale, timeZone }: RecordRequest) => ({
  [HIDDEN_INPUTS.locale]: locale,
  [HIDDEN_INPUTS.timeZone]: timeZone,
});

/** The id belongs to another command, so the form gets a new one. */
const reused = (posted: PostedAnswer | undefined): boolean =>
  posted?.failure?.reasons.some(({ code }) => code === 'COMMAND_REUSED') === true;

/** Unsettled conflicts keep the form's base version. */
function versionInputs(
  kind: FormDefinition,
  posted: PostedAnswer | undefined,
  unsettled: boolean,
): Record<string, string> {
  const { metadata, failure } = posted ?? {};
  const now = unsettled ? undefined : failure?.version;
  const before =
    metadata && areConflictsSettled(metadata) ? metadata.conflict?.version : metadata?.baseVersion;
  return versions({
    baseVersion: now ?? before ?? kind.version,
    formVersion: filledFrom(metadata) ?? kind.version,
  });
}

/** Posted values keep the version they were filled from. */
const filledFrom = (metadata: FormMetadata | undefined): number | undefined =>
  metadata?.formVersion ?? metadata?.baseVersion;

const versions = (known: Readonly<Record<'baseVersion' | 'formVersion', number | undefined>>) =>
  Object.fromEntries(
    (['baseVersion', 'formVersion'] as const)
      .filter((name) => known[name] !== undefined)
      .map((name) => [HIDDEN_INPUTS[name], String(known[name])]),
  );

function reasonOf(
  { reason }: FormDefinition,
  posted: PostedAnswer | undefined,
  reasons: readonly Reason[],
): FormPageProps['reason'] {
  return {
    required: reason === 'required',
    value: posted?.metadata.reason ?? '',
    errors: getErrorsAt(reasons, 'reason'),
  };
}

/** As shown on the record's page. */
async function signOf(
  { queries, signing }: FormContext,
  { published, specification, entity, viewer, t }: RecordRequest,
  { meaning, records, withoutPassword }: SigningInput,
  { reasons, command }: { readonly reasons: readonly Reason[]; readonly command: string | undefined },
): Promise<NonNullable<FormPageProps['sign']>> {
  const mentions = new ReferencedIds();
  for (const record of records) mentions.columns(entity, record);
  const names = await queries.execute(new FindNames(published, mentions, viewer));
  return {
    meaning,
    records: records.map((record) => ({
      number: record.number,
      title: record.title,
      state: getStateTitle(entity, record.state),
      ...splitFilledAndEmpty({ entity, record, words: { specification, names, t } }),
    })),
    names: SIGNATURE_INPUTS,
    withoutPassword,
    ...(await offerConfirmation(signing, viewer, command)),
    errors: getErrorsAt(reasons, 'signature'),
  };
}
