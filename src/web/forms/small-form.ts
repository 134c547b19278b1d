// The two small forms of a record's own page: a comment, and whom it is assigned to.
import { createElement } from 'react';
import { v7 as uuid } from 'uuid';
import { FormPage } from '#views/pages/form.js';
import type { FormInput } from '#views/view-models/form.js';
import type { Specification } from '#specification/specification.js';
import { type Form, formOf, typed } from '../body.js';
import type { Exchange } from '../exchange.js';
import type { RecordRequest } from '../record-request.js';
import { assignHref, commentHref, recordHref, refuseHref, takeBackHref } from '../routes.js';
import { sendPage } from '../rendering/page-rendering.js';
import { formMetadataOf, type FormRoute, type UnsentForm } from './form-route.js';
import { people } from './options.js';
import { recordById } from '#query-handling/records/records-view.js';
import { refusalsOf } from '../refusals.js';

interface SmallForm {
  readonly heading: string;
  readonly submit: string;
  readonly notice: string;
  readonly href: (specification: Specification, entity: string, id: string, action: string) => string;
  /** Whether what was seen matters. */
  readonly carriesVersion: boolean;
  readonly sent: (form: Form) => {
    readonly text?: string;
    readonly to?: string | null;
    readonly reason?: string;
  };
  /** undefined: nothing is typed. */
  readonly input?: (exchange: Exchange) => Promise<FormInput>;
}

const INPUT = { required: false, multiline: false, errors: [] } as const;

export const COMMENT_FORM = smallForm({
  heading: 'Comment',
  submit: 'Add comment',
  notice: 'The comment is added.',
  href: commentHref,
  carriesVersion: false,
  sent: (form) => ({ text: typed(form, 'text') }),
  input: longText('text', 'Comment'),
});

export const ASSIGN_FORM = smallForm({
  heading: 'Assign',
  submit: 'Save',
  notice: 'Saved.',
  href: assignHref,
  carriesVersion: true,
  sent: (form) => ({ to: form['to'] || null }),
  input: async ({ sources, request }) => {
    const value = typed(formOf(request), 'to');
    const options = await people({ sources });
    return { ...INPUT, key: 'to', title: 'Assign to', type: 'user', value, options };
  },
});

export const REFUSE_FORM = smallForm({
  heading: 'Refuse to approve',
  submit: 'Refuse',
  notice: 'It is refused.',
  href: refuseHref,
  carriesVersion: true,
  sent: (form) => ({ reason: typed(form, 'reason') }),
  input: longText('reason', 'Reason'),
});

export const TAKE_BACK_FORM = smallForm({
  heading: 'Take back',
  submit: 'Take back',
  notice: 'It is taken back.',
  href: takeBackHref,
  carriesVersion: false,
  sent: () => ({}),
});

function longText(key: string, title: string): SmallForm['input'] {
  const shape = { key, title, type: 'text', multiline: true, required: true };
  return ({ request }) => Promise.resolve({ ...INPUT, ...shape, value: typed(formOf(request), key) });
}

function smallForm(form: SmallForm): FormRoute {
  return {
    read: (posted, { route }) => {
      const metadata = formMetadataOf(posted);
      const { seen } = metadata;
      return { id: route.id!, metadata, moreRows: false, sent: { ...form.sent(posted), seen } };
    },
    notice: () => form.notice,
    again: (exchange, recordRequest, unsent) => again(exchange, recordRequest, unsent, form),
  };
}

/** What was typed, on a page of its own. */
async function again(
  exchange: Exchange,
  recordRequest: RecordRequest,
  { posted: { id, metadata }, refusal }: UnsentForm,
  form: SmallForm,
): Promise<void> {
  const { specification, entity, published } = recordRequest;
  const { sources, frames, request, response } = exchange;
  const reasons = refusal?.failure.reasons ?? [];
  // Whoever may not read it gets the answer of its page, and no form.
  await recordById(sources, recordRequest, id);
  const input = await form.input?.(exchange);
  const version = refusal?.failure.version ?? metadata.seen;
  const page = createElement(FormPage, {
    frame: await frames.of(request, { title: form.heading, application: published }),
    heading: form.heading,
    action: form.href(specification, entity.key, id, recordRequest.route.action ?? ''),
    hidden: {
      commandId: metadata.commandId ?? uuid(),
      ...(form.carriesVersion && version !== undefined && { seen: String(version) }),
    },
    inputs: input ? [{ ...input, errors: reasons.map(({ message }) => message) }] : [],
    refusals: refusalsOf(reasons, specification.key),
    conflicts: [],
    submit: form.submit,
    cancel: recordHref(specification, entity.key, id),
  });
  await sendPage(response, page, refusal?.failure.status);
}
