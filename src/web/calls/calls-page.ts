import { v7 as uuid } from 'uuid';
import type { CallsPage, MailsPage, OpenCall } from '#views/view-models/system.js';
import type { PublishedApplications } from '#ports/specifications.js';
import type { ListedCalls, WaitingCall } from '#query-handling/calls/list-calls.js';
import { NO_REFERENCE_NAMES, type ReferenceNames } from '#query-handling/names/find-names.js';
import { getCallTitle } from '#specification/sections/calls/call-title.js';
import { recordHref } from '../addresses/page-addresses.js';
import { displayActorName } from '../display/person-names.js';
import type { VisibleMail } from '#query-handling/calls/list-mails.js';
import { CALLS_PATH } from '#views/addresses.js';
import { MAILS_PATH } from '../addresses/system-addresses.js';
import type { Translate } from '#views/messages/translate.js';

type CallsFilter = CallsPage['which'];

const TABS: readonly CallsFilter[] = ['stopped', 'failed', 'waiting', 'skipped'];

export const readCallsFilter = (tab: string | undefined): CallsFilter =>
  TABS.find((which) => which === tab) ?? 'stopped';

export function presentCalls(
  { calls, people, next }: ListedCalls,
  which: CallsFilter,
  { applications, t }: { readonly applications: PublishedApplications; readonly t: Translate },
): Omit<CallsPage, 'frame' | 'refusals'> {
  const address = (of: CallsFilter, after?: string) =>
    `${CALLS_PATH}?${new URLSearchParams({ which: of, ...(after !== undefined && { after }) }).toString()}`;
  return {
    which,
    tabs: TABS.map((of) => ({ which: of, href: address(of) })),
    calls: calls.map((call) =>
      presentCall(call, applications, (skipped) => skippedBy(skipped, { ...NO_REFERENCE_NAMES, people }, t)),
    ),
    mails: MAILS_PATH,
    ...(next !== undefined && { next: address(which, next) }),
  };
}

function presentCall(
  call: WaitingCall,
  applications: PublishedApplications,
  describeSkipped: (skipped: Skipped) => NonNullable<OpenCall['skipped']>,
): OpenCall {
  const { id, application, entity, record, progress, requestedAt, due, skipped, undecided } = call;
  const open = call.open && !undecided;
  const specification = applications.get(application)?.specification;
  const button = (what: string) => ({ action: `${CALLS_PATH}/${id}/${what}`, commandId: uuid() });
  return {
    id,
    name: getCallTitle(specification, call.call),
    application: specification?.name ?? application,
    record: specification
      ? {
          title: specification.entities[entity]?.title ?? entity,
          href: recordHref(specification, entity, record),
        }
      : { title: entity, href: `/${application}` },
    state: stateOf(call),
    stopped: !open,
    attempts: progress.attempts,
    why: undecided?.error ?? call.why,
    requestedAt,
    due: open ? due : null,
    retry: button('retry'),
    ...(skipped ? { skipped: describeSkipped(skipped) } : { giveUp: button('give-up') }),
  };
}

type Skipped = NonNullable<WaitingCall['skipped']>;

const skippedBy = (skipped: Skipped, names: ReferenceNames, t: Translate) => ({
  by: displayActorName(names, skipped, t),
  at: skipped.at,
  reason: skipped.reason,
});

function stateOf({ undecided, skipped, progress }: WaitingCall): OpenCall['state'] {
  if (undecided) return 'undecided';
  return skipped ? 'skipped' : progress.status;
}

export function presentMails(
  mails: readonly VisibleMail[],
  next: string | undefined,
  applications: PublishedApplications,
): Omit<MailsPage, 'frame'> {
  return {
    mails: mails.map(({ position, at, call, record, sent, left }) => {
      const specification = record ? applications.get(record.application)?.specification : undefined;
      const href = specification && record && recordHref(specification, record.entity, record.id);
      const name = getCallTitle(specification, call);
      return { position, at, name, left, ...(href && { record: href }), ...(sent && { sent }) };
    }),
    ...(next !== undefined && { next: `${MAILS_PATH}?${new URLSearchParams({ after: next }).toString()}` }),
  };
}
