// Shows a form: empty, with more rows, or with everything that was typed and what is wrong with it.
import { createElement } from 'react';
import { v7 as uuid } from 'uuid';
import { FormPage } from '#views/pages/form.js';
import type { FormPage as FormPageProps } from '#views/view-models/form.js';
import type { RecordInput } from '#domain/record/record-commands.js';
import { listRowSums } from '#domain/record/computed/sums-of-rows.js';
import { Mentions, findNames, NO_NAMES } from '#query-handling/names/mentions.js';
import type { Reason } from '#domain/refusal.js';

import { errorsAt } from '#web/errors/errors-by-field.js';
import type { PageContext } from '#web/requests/request-context.js';
import type { RequestFailure } from '#web/errors/request-failure.js';
import type { RecordRequest } from '#web/requests/record-request.js';
import { sendPage } from '#web/rendering/page-rendering.js';
import { toDisplayVocabulary, showValue, stateTitle } from '#web/display/display-value.js';
import { splitFilledAndEmpty } from '#web/display/record-fields.js';
import { showDifferences, type DisplayedDifferences } from './edit-conflicts.js';
import type { FormKind, ToSign } from './form-kind.js';
import { NO_SEARCHES, searchStatus } from '#web/http/choice-searches.js';
import { presentFormSubject } from './form-subject.js';
import { buildInputs, type InputsContext } from './form-inputs.js';
import { choicesFor, type ChoosingInput } from './choice-options.js';
import { displayRefusals } from '#web/errors/displayed-refusals.js';
import { wrongCells } from './row-totals.js';
import type { ParseContext } from '#specification/field-types/parse-result.js';
import { uploadHref } from '#web/addresses/page-addresses.js';
import { type FormMetadata, HIDDEN_INPUTS, SIGNING, areConflictsSettled } from './form-route.js';

/** What came back from a post. `failure` undefined: nothing was refused, the form goes on. */
interface PostedAnswer {
  readonly input: RecordInput;
  readonly metadata: FormMetadata;
  readonly failure?: RequestFailure;
}

interface DisplayedForm {
  readonly recordRequest: RecordRequest;
  readonly kind: FormKind;
  readonly posted?: PostedAnswer;
}

/** Numbers point to nothing. */
const NOTHING_KNOWN = { records: new Map(), people: new Set<string>(), fromLogs: new Set<string>() };

const NO_DIFFERENCES: DisplayedDifferences = { conflicts: [], refusals: [] };

export async function showForm(
  { sources, frames, request, response }: PageContext,
  { recordRequest, kind, posted }: DisplayedForm,
): Promise<void> {
  const { published, specification, entity, viewer } = recordRequest;
  const failure = posted?.failure;
  const reasons = failure?.reasons ?? [];
  const filling = fillingOf(recordRequest, { kind, posted }, reasons);
  const [frame, choicesOf, shown, subject] = await Promise.all([
    frames.of(request, { title: kind.heading, application: published }),
    choicesFor(
      { sources, published, entity, viewer, t: recordRequest.t },
      choosingInputs(kind.fields, filling),
      filling.searches,
    ),
    failure && failure.differences.length > 0
      ? showDifferences(sources, recordRequest, failure.differences, kind.fields)
      : NO_DIFFERENCES,
    kind.subject && presentFormSubject(sources, recordRequest, kind.subject),
  ]);
  const props: FormPageProps = {
    frame,
    heading: kind.heading,
    help: kind.help,
    ...(subject && { subject }),
    action: kind.post,
    hidden: { ...hiddenOf(kind, posted, shown), ...mannerInputs(recordRequest) },
    inputs: buildInputs(kind.fields, { ...filling, choicesOf }),
    ...(kind.reason !== 'none' && { reason: reasonOf(kind, posted, reasons) }),
    refusals: [...displayRefusals(reasons, specification.key), ...shown.refusals],
    conflicts: shown.conflicts,
    ...(kind.sign && { sign: await signOf(sources, recordRequest, kind.sign, reasons) }),
    submit: kind.submit,
    cancel: kind.cancel,
  };
  await sendPage(response, createElement(FormPage, props), statusOf(posted));
}

function statusOf(posted: PostedAnswer | undefined): number | undefined {
  if (posted?.failure || posted?.metadata.rowEdit) return posted.failure?.status;
  return searchStatus(posted?.metadata.searches);
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
      ? wrongCells(table, rows as readonly RecordInput[], { reading, language: t.language })
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
        showValue(field, value, toDisplayVocabulary({ specification, names: NO_NAMES, t })),
    },
  };
}

/** Each input that the form will have, with what is chosen in it. */
function choosingInputs(
  fields: FormKind['fields'],
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

function hiddenOf(kind: FormKind, posted: PostedAnswer | undefined, { conflicts }: DisplayedDifferences) {
  const version = posted?.failure?.version;
  return {
    [HIDDEN_INPUTS.commandId]: reused(posted) ? uuid() : (posted?.metadata.commandId ?? uuid()),
    ...(kind.id !== undefined && { [HIDDEN_INPUTS.id]: kind.id }),
    ...seenOf(kind, posted, conflicts.length > 0),
    ...(conflicts.length > 0 &&
      version !== undefined && {
        [HIDDEN_INPUTS.conflictVersion]: String(version),
        [HIDDEN_INPUTS.conflictFields]: conflicts.map(({ field }) => field).join(' '),
      }),
    ...(kind.sign && { [HIDDEN_INPUTS.shown]: kind.sign.shown }),
    ...(kind.unseen.length > 0 && { [HIDDEN_INPUTS.unseen]: kind.unseen.join(' ') }),
  };
}

const mannerInputs = ({ locale, timeZone }: RecordRequest) => ({
  [HIDDEN_INPUTS.locale]: locale,
  [HIDDEN_INPUTS.timeZone]: timeZone,
});

/** Another command was recorded under this id, so the form gets a new one. */
const reused = (posted: PostedAnswer | undefined): boolean =>
  posted?.failure?.reasons.some(({ code }) => code === 'COMMAND_REUSED') === true;

/** With unsettled conflicts the base version stays that of the form. */
function seenOf(
  kind: FormKind,
  posted: PostedAnswer | undefined,
  unsettled: boolean,
): Record<string, string> {
  const { metadata, failure } = posted ?? {};
  const now = unsettled ? undefined : failure?.version;
  const before = metadata && areConflictsSettled(metadata) ? metadata.conflict?.version : metadata?.seen;
  return versions({ seen: now ?? before ?? kind.seen, formVersion: filledFrom(metadata) ?? kind.seen });
}

/** What was posted stands in its inputs again, also where it was left as an older version had it. */
const filledFrom = (metadata: FormMetadata | undefined): number | undefined =>
  metadata?.formVersion ?? metadata?.seen;

const versions = (known: Readonly<Record<'seen' | 'formVersion', number | undefined>>) =>
  Object.fromEntries(
    (['seen', 'formVersion'] as const)
      .filter((name) => known[name] !== undefined)
      .map((name) => [HIDDEN_INPUTS[name], String(known[name])]),
  );

function reasonOf(
  { reason }: FormKind,
  posted: PostedAnswer | undefined,
  reasons: readonly Reason[],
): FormPageProps['reason'] {
  return {
    required: reason === 'required',
    value: posted?.metadata.reason ?? '',
    errors: errorsAt(reasons, 'reason'),
  };
}

/** Everything that is signed, as the record's page shows it. */
async function signOf(
  sources: PageContext['sources'],
  { published, specification, entity, viewer, t }: RecordRequest,
  { meaning, record, withoutPassword }: ToSign,
  reasons: readonly Reason[],
): Promise<NonNullable<FormPageProps['sign']>> {
  const mentions = new Mentions();
  mentions.columns(entity, record);
  const names = await findNames(sources, published, mentions, viewer);
  return {
    meaning,
    number: record.number,
    title: record.title,
    state: stateTitle(entity, record.state),
    ...splitFilledAndEmpty({ entity, seen: record, words: { specification, names, t } }),
    names: SIGNING,
    withoutPassword,
    errors: errorsAt(reasons, 'signature'),
  };
}
