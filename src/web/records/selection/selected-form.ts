// One form for several records: fields, reason and signature are entered once.
import { v7 as uuid } from 'uuid';
import { FormPage } from '#views/pages/form.js';
import { SelectionPage } from '#views/pages/selection.js';
import type { RefusedRecord, Selection } from '#views/view-models/form.js';
import type { RecordInput } from '#domain/record/record-commands.js';
import { checkAssign } from '#domain/record/lifecycle/offered-actions.js';
import { Refused } from '#domain/refusal.js';
import { FindRecord, type FoundRecord } from '#query-handling/records/records-view.js';
import type { Field } from '#specification/model/specification.js';
import { isSameValue, type Fields } from '#specification/model/stored-value.js';
import { listHref, selectionActionHref, selectionAssignHref } from '#web/addresses/page-addresses.js';
import { searchErrors, getUnansweredSearchStatus } from '#web/http/posted-choice-searches.js';
import { displayRefusals } from '#web/errors/displayed-refusals.js';
import type { RequestFailure } from '#web/errors/request-failure.js';
import { page, type Answer } from '#web/rendering/answers.js';
import { type RecordRequest, getRequestedAction } from '#web/requests/record-request.js';
import type { PageContext } from '#web/requests/request-context.js';
import { findLastList } from '#web/screens/last-list.js';
import type { FormDefinition } from '../forms/form-definition.js';
import { showForm } from '../forms/form-pages.js';
import { HIDDEN_INPUTS, type FormMetadata } from '../forms/form-processor.js';
import { buildActionForm } from '../forms/build-record-forms.js';
import { assigneeInput } from '../forms/small-form.js';
import { checkSelected, presentSelected } from './selected-records.js';
import type { CommandResult } from '#domain/command.js';

/** `failure` undefined: an intermediate post. */
export interface PostedSelection {
  readonly input: RecordInput;
  readonly metadata: FormMetadata;
  readonly failure?: RequestFailure;
}

/** Prefix of inputs with each record's version and digest of what is signed. */
export const SELECTED_RECORD_PREFIX = '_record.';

const selectedInput = ({ version, sign }: Pick<FormDefinition, 'version' | 'sign'>): string =>
  [version, sign?.shown].filter((part) => part !== undefined).join(' ');

export async function showActionForm(
  context: PageContext,
  recordRequest: RecordRequest,
  ids: readonly string[],
  posted?: PostedSelection,
): Promise<Answer> {
  const { entity, specification, t } = recordRequest;
  const action = getRequestedAction(recordRequest);
  const { able, leftOut } = await checkSelected(context, recordRequest, ids, async (each, id) => ({
    id,
    form: await buildActionForm(context, each),
  }));
  if (able.length === 0) return showNothingToDo(context, recordRequest, action.title, leftOut);
  const forms = able.map(({ form }) => form);
  const found = forms.flatMap(({ subject }) => subject?.found ?? []);
  const kind: FormDefinition = {
    ...mergeForms(forms),
    heading: t('selection.heading', { action: action.title, count: able.length }),
    submit: action.title,
    post: selectionActionHref(specification, entity.key, action.key),
    cancel: findReturnLink(context, recordRequest).href,
    selection: {
      shown: { records: await presentSelected(context, recordRequest, found), leftOut },
      hidden: Object.fromEntries(
        able.map(({ id, form }) => [`${SELECTED_RECORD_PREFIX}${id}`, selectedInput(form)]),
      ),
    },
  };
  return showForm(context, { recordRequest, kind, ...(posted && { posted }) });
}

/** Shows common values; a blank input changes nothing. */
function mergeForms(
  forms: readonly FormDefinition[],
): Omit<FormDefinition, 'heading' | 'submit' | 'post' | 'cancel'> {
  const [{ help, fields, reason, later }] = forms as readonly [FormDefinition, ...FormDefinition[]];
  const together = (part: (form: FormDefinition) => Iterable<string>) =>
    new Set(forms.flatMap((form) => [...part(form)]));
  const isCommon = ({ key }: Field) =>
    forms.every(({ values }) => isSameValue(values[key], forms[0]!.values[key]));
  const common = fields.filter(isCommon).map(({ key }) => key);
  const values: Fields = Object.fromEntries(common.map((key) => [key, forms[0]!.values[key] ?? null]));
  const differing = fields.filter((field) => !isCommon(field)).map(({ key }) => key);
  const signed = forms.flatMap(({ sign }) => sign ?? []);
  return {
    ...(help !== undefined && { help }),
    fields,
    reason,
    later,
    values,
    hidden: together(({ hidden }) => hidden),
    unreadable: together(({ unreadable }) => unreadable),
    unseen: [...together(({ unseen }) => unseen), ...differing],
    fixed: (field) => forms.map(({ fixed }) => fixed(field)).find((why) => why !== undefined),
    ...(signed.length > 0 && {
      sign: {
        meaning: signed[0]!.meaning,
        withoutPassword: signed[0]!.withoutPassword,
        records: signed.flatMap(({ records }) => records),
      },
    }),
  };
}

export async function showAssignForm(
  context: PageContext,
  recordRequest: RecordRequest,
  ids: readonly string[],
  posted?: PostedSelection,
): Promise<Answer> {
  const { published, entity, specification, t } = recordRequest;
  const { queries } = context;
  const { able, leftOut } = await checkSelected(context, recordRequest, ids, async (_, id) => {
    const found = await queries.execute(new FindRecord(recordRequest, id));
    refuseUnassignable(found);
    return found;
  });
  if (able.length === 0) return showNothingToDo(context, recordRequest, t('form.assign'), leftOut);
  const heading = t('selection.heading', { action: t('form.assign'), count: able.length });
  const reasons = posted?.failure?.reasons ?? [];
  const input = await assigneeInput(context, t);
  const errors = [
    ...reasons.map(({ message }) => message),
    ...(posted ? searchErrors(posted.metadata.searches, input.key, t) : []),
  ];
  const props = {
    heading,
    selection: { records: await presentSelected(context, recordRequest, able), leftOut },
    action: selectionAssignHref(specification, entity.key),
    hidden: {
      [HIDDEN_INPUTS.commandId]: posted?.metadata.commandId ?? uuid(),
      ...Object.fromEntries(
        able.map(({ visible }) => [`${SELECTED_RECORD_PREFIX}${visible.id}`, String(visible.version)]),
      ),
    },
    inputs: [{ ...input, errors }],
    refusals: displayRefusals(reasons, specification.key),
    conflicts: [],
    submit: t('form.assign'),
    cancel: findReturnLink(context, recordRequest).href,
  };
  const status = posted?.failure?.status ?? (posted && getUnansweredSearchStatus(posted.metadata.searches));
  return page(FormPage, props, { title: heading, application: published }, { status });
}

function refuseUnassignable({ question, rights, now, whole }: FoundRecord): void {
  const { published, entity } = question;
  const { specification } = published;
  const reasons = checkAssign({ specification, entity, user: rights.actor, now }, whole);
  if (reasons.length > 0) throw new Refused(reasons);
}

const findReturnLink = ({ request }: Pick<PageContext, 'request'>, recordRequest: RecordRequest) =>
  findLastList(request, recordRequest) ?? {
    href: listHref(recordRequest.specification, recordRequest.entity.key),
    title: recordRequest.entity.plural,
  };

async function showNothingToDo(
  context: PageContext,
  recordRequest: RecordRequest,
  action: string,
  leftOut: readonly RefusedRecord[],
): Promise<Answer> {
  const { t } = recordRequest;
  const heading = leftOut.length === 0 ? t('selection.nothing') : t('selection.notPossible', { action });
  return showSelectionPage(context, recordRequest, { heading, records: [], leftOut });
}

interface SelectionContent extends Selection {
  readonly heading: string;
  readonly status?: number;
  readonly written?: CommandResult;
}

export async function showSelectionPage(
  context: PageContext,
  recordRequest: RecordRequest,
  { heading, status, written, ...selection }: SelectionContent,
): Promise<Answer> {
  const back = findReturnLink(context, recordRequest);
  const content = { title: heading, application: recordRequest.published };
  return page(SelectionPage, { heading, back, ...selection }, content, { status, written });
}
