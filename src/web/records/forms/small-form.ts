// Comment and assignment on a record's page.
import { v7 as uuid } from 'uuid';
import { FormPage } from '#views/pages/form.js';
import type { FormInput, FormSubject } from '#views/view-models/form.js';
import type { Specification } from '#specification/model/specification.js';
import { type Form, readForm, readTextInput } from '#web/http/request-body.js';
import type { PageContext, RequestContext } from '#web/requests/request-context.js';
import type { RecordRequest } from '#web/requests/record-request.js';
import {
  readChoiceSearches,
  searchErrors,
  getUnansweredSearchStatus,
} from '#web/http/posted-choice-searches.js';
import { isRecordId } from '#domain/stream-names.js';
import {
  assignHref,
  addCommentHref,
  recordHref,
  refuseHref,
  takeBackHref,
} from '#web/addresses/page-addresses.js';
import { page, type Answer } from '#web/rendering/answers.js';
import { formMetadataOf, isUnfinished, type FormProcessor, type UnsentForm } from './form-processor.js';
import { displayPersonName } from '#web/display/person-names.js';
import { findChoices, findMatchingPeople } from '#query-handling/lists/choices.js';
import { displayRecordName } from '#web/display/record-name.js';
import { presentFormSubject } from './form-subject.js';
import { FindRecord } from '#query-handling/records/records-view.js';
import { displayRefusals } from '#web/errors/displayed-refusals.js';
import type { Translate } from '#views/messages/translate.js';
import type { MessageId } from '#views/messages/en/all.js';

interface SmallForm {
  readonly heading: MessageId;
  readonly submit: MessageId;
  readonly notice: MessageId;
  readonly href: (specification: Specification, entity: string, id: string, action: string) => string;
  /** Whether the command needs the base version. */
  readonly carriesVersion: boolean;
  readonly sent: (form: Form) => {
    readonly text?: string;
    readonly to?: string | null;
    readonly reason?: string;
  };
  /** undefined: the form has no input. */
  readonly input?: (exchange: RequestContext, t: Translate) => Promise<FormInput>;
}

const INPUT = { required: false, multiline: false, errors: [] } as const;

export const COMMENT_FORM = smallForm({
  heading: 'form.comment',
  submit: 'form.addComment',
  notice: 'form.commentAdded',
  href: addCommentHref,
  carriesVersion: false,
  sent: (form) => ({ text: readTextInput(form, 'text') }),
  input: longText('text', 'form.comment'),
});

export const ASSIGN_FORM = smallForm({
  heading: 'form.assign',
  submit: 'form.save',
  notice: 'form.saved',
  href: assignHref,
  carriesVersion: true,
  sent: (form) => ({ to: form['to'] || null }),
  input: assigneeInput,
});

export async function assigneeInput({ sources, request }: PageContext, t: Translate): Promise<FormInput> {
  const value = readTextInput(readForm(request), 'to');
  const { texts, pressed, unanswered } = readChoiceSearches(readForm(request));
  const chosen = isRecordId(value) ? await chosenPerson(sources, value, t) : [];
  const current = pressed !== undefined || unanswered.length > 0;
  const text = texts.get('to') ?? '';
  const options = await findChoices(findMatchingPeople(await sources.names.listed()), {
    text,
    chosen,
    current,
  });
  return { ...INPUT, key: 'to', title: t('form.assignTo'), type: 'user', value, options };
}

async function chosenPerson({ names }: RequestContext['sources'], id: string, t: Translate) {
  const people = await names.of([id]);
  return [{ value: id, title: displayPersonName({ people, records: new Map() }, id, t) }];
}

export const REFUSE_FORM = smallForm({
  heading: 'form.refuseToApprove',
  submit: 'form.refuse',
  notice: 'form.refused',
  href: refuseHref,
  carriesVersion: true,
  sent: (form) => ({ reason: readTextInput(form, 'reason') }),
  input: longText('reason', 'form.reason'),
});

export const TAKE_BACK_FORM = smallForm({
  heading: 'form.takeBack',
  submit: 'form.takeBack',
  notice: 'form.takenBack',
  href: takeBackHref,
  carriesVersion: false,
  sent: () => ({}),
});

function longText(key: string, title: MessageId): SmallForm['input'] {
  const shape = { key, type: 'text', multiline: true, required: true };
  return ({ request }, t) =>
    Promise.resolve({ ...INPUT, ...shape, title: t(title), value: readTextInput(readForm(request), key) });
}

function smallForm(form: SmallForm): FormProcessor {
  return {
    read: (posted, { route }) => {
      const metadata = formMetadataOf(posted);
      return {
        id: route.id!,
        metadata,
        unfinished: isUnfinished(metadata),
        sent: { ...form.sent(posted), baseVersion: metadata.baseVersion },
      };
    },
    notice: ({ t }) => t(form.notice),
    again: (exchange, recordRequest, unsent) => again(exchange, recordRequest, unsent, form),
  };
}

async function again(
  exchange: RequestContext,
  recordRequest: RecordRequest,
  unsent: UnsentForm,
  form: SmallForm,
): Promise<Answer> {
  const { specification, entity, published, t } = recordRequest;
  const { id, metadata } = unsent.posted;
  const { refusal } = unsent;
  const { queries } = exchange;
  const reasons = refusal?.failure.reasons ?? [];
  // Without read access the response is that of the record's page.
  const found = await queries.execute(new FindRecord(recordRequest, id));
  const action = entity.lifecycle.actions.find(({ key }) => key === recordRequest.route.action);
  const name = displayRecordName(found.visible);
  const heading = [t(form.heading), ...(name === '' ? [] : [name])].join(': ');
  const input = await form.input?.(exchange, t);
  const version = refusal?.failure.version ?? metadata.baseVersion;
  const props = {
    heading,
    subject: staysInState(await presentFormSubject(exchange, recordRequest, { found, action })),
    action: form.href(specification, entity.key, id, recordRequest.route.action ?? ''),
    hidden: {
      commandId: metadata.commandId ?? uuid(),
      ...(form.carriesVersion && version !== undefined && { seen: String(version) }),
    },
    inputs: input ? [{ ...input, errors: errorsOf(input, unsent, t) }] : [],
    refusals: displayRefusals(reasons, specification.key),
    conflicts: [],
    submit: t(form.submit),
    cancel: recordHref(specification, entity.key, id),
  };
  return page(FormPage, props, { title: heading, application: published }, { status: statusOf(unsent) });
}

const staysInState = ({ next: _, canUndo: __, isLastApproval: ___, ...subject }: FormSubject): FormSubject =>
  subject;

const errorsOf = ({ key }: FormInput, { posted, refusal }: UnsentForm, t: Translate): readonly string[] => [
  ...(refusal?.failure.reasons ?? []).map(({ message }) => message),
  ...searchErrors(posted.metadata.searches, key, t),
];

const statusOf = ({ posted, refusal }: UnsentForm): number | undefined =>
  refusal ? refusal.failure.status : getUnansweredSearchStatus(posted.metadata.searches);
