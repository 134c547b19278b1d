// Storage format: change only with an upcast. Never store secrets, headers or signatures.
import type { Erased } from '#specification/model/stored-value.js';
import type { Event, DescribedMember, EventTypeMap, EventVocabulary } from '../event.js';

export interface CallIdentity {
  readonly record: string;
  readonly call: string;
}

export type FieldsToSet = Readonly<Record<string, unknown>>;

interface RecordedConsequences {
  readonly set: FieldsToSet | Erased | null;
  readonly action: string | null;
  readonly error: string | null;
}

export type SentMessage = Readonly<Record<string, unknown>>;

export type CallAnswered = Event<
  'record.call-answered',
  CallIdentity &
    RecordedConsequences & {
      readonly attempt: number;
      readonly status: number | null;
      readonly sent: SentMessage | Erased;
      readonly answer: string | Erased | null;
      /** true: shown in Daybook, not sent. */
      readonly kept?: true;
      /** Addresses that the mail server refused. */
      readonly rejected?: number;
      readonly shownTo?: readonly string[];
    }
>;
export type CallFailed = Event<
  'record.call-failed',
  CallIdentity & { readonly attempt: number; readonly why: string; readonly again: string }
>;
export type CallGivenUp = Event<
  'record.call-given-up',
  CallIdentity &
    RecordedConsequences & {
      readonly attempt: number;
      readonly why: string;
      readonly shownTo?: readonly string[];
      readonly sent?: SentMessage | Erased;
    }
>;
/** Waits until an admin retries it. */
export type CallWithheld = Event<'record.call-withheld', CallIdentity & { readonly why: string }>;
export type CallRetried = Event<'record.call-retried', CallIdentity>;
export type CallSettled = Event<'record.call-settled', CallIdentity & { readonly refused: string | null }>;
export type CallClosed = Event<'record.call-closed', CallIdentity>;

export type CallEvent =
  CallAnswered | CallFailed | CallGivenUp | CallWithheld | CallRetried | CallSettled | CallClosed;

/** waiting: to be sent. answered, giving up: consequences outstanding. given up, withheld: an admin has to act. */
export type CallStatus = 'waiting' | 'answered' | 'giving up' | 'refused' | 'given up' | 'withheld' | 'done';

export interface CallProgress {
  readonly status: CallStatus;
  readonly attempts: number;
  readonly tries: number;
  /** true: recipients have it in their notifications. */
  readonly shown?: true;
  /** Status that a retry returns to. */
  readonly refused?: 'answered' | 'giving up';
}

export const INITIAL_CALL: CallProgress = { status: 'waiting', attempts: 0, tries: 0 };

export function evolveCall(before: CallProgress, event: CallEvent): CallProgress {
  const isShown = before.shown || (event.type === 'record.call-given-up' && event.data.shownTo);
  return { ...evolveProgress(before, event), ...(isShown && { shown: true }) };
}

function evolveProgress(before: CallProgress, event: CallEvent): CallProgress {
  const { attempts, tries } = before;
  switch (event.type) {
    case 'record.call-answered':
      return { ...countAttempt(before, event), status: hasConsequences(event.data) ? 'answered' : 'done' };
    case 'record.call-failed':
      return { ...countAttempt(before, event), status: 'waiting' };
    case 'record.call-given-up':
      return {
        ...countAttempt(before, event),
        status: hasConsequences(event.data) ? 'giving up' : 'given up',
      };
    case 'record.call-withheld':
      return { attempts, tries, status: 'withheld' };
    case 'record.call-retried':
      return { attempts, tries: 0, status: before.refused ?? 'waiting' };
    case 'record.call-settled':
      return applySettlement(before, event.data.refused !== null);
    case 'record.call-closed':
      return { attempts, tries, status: 'done' };
    default:
      // Of a newer version.
      return before;
  }
}

function countAttempt({ attempts, tries }: CallProgress, { data }: { data: { readonly attempt: number } }) {
  return { attempts: data.attempt, tries: tries + data.attempt - attempts };
}

function applySettlement({ status, attempts, tries }: CallProgress, refused: boolean): CallProgress {
  const was = status === 'giving up' ? 'giving up' : 'answered';
  if (refused) return { attempts, tries, status: 'refused', refused: was };
  return { attempts, tries, status: was === 'answered' ? 'done' : 'given up' };
}

const hasConsequences = ({ set, action }: RecordedConsequences): boolean => set !== null || action !== null;

/** Untranslated, so that a retry is the same command. */
export const formatFollowUpReason = (call: string): string => `What came of the call “${call}”.`;

const FOLLOW_UP = /^What came of the call “(.+)”\.$/u;

export const findCallNameInReason = (reason: string): string | undefined => FOLLOW_UP.exec(reason)?.[1];

const CALL = { stream: '<key>.<Entity>.call-<request>', kind: 'record', upcasts: [] } as const;
const RECORD = 'id of the record';
const NAME = 'name of the call in section 7';
const ATTEMPT = 'how many times it was tried by then';
const CONSEQUENCES: Readonly<Record<'set' | 'action' | 'error', DescribedMember>> = {
  set: {
    means: 'field → what it is to be; null where none is set; sealed where it tells of people',
    visibility: 'whole',
  },
  action: { means: 'name of the action it takes; null where it takes none' },
  error: { means: 'code of section 8 that it raises; null where it raises none' },
};
const SHOWN_TO: DescribedMember = {
  means: 'ids of people who find it on their page; left out where nobody does',
  visibility: 'whole',
  ids: true,
};

const getCallTitle = ({ call }: { readonly call?: unknown }, words: EventVocabulary): string =>
  words.call(String(call));

export function joinRecipientNames(
  { shownTo }: { readonly shownTo?: unknown },
  words: EventVocabulary,
): string | undefined {
  if (!Array.isArray(shownTo) || shownTo.length === 0) return undefined;
  return shownTo.map((id) => words.person(String(id))).join(', ');
}

/** The technical cause is for operators only. */
const formatCause = (why: unknown) => (typeof why === 'string' ? `: ${why}` : '');

export const callEventTypes: EventTypeMap<CallEvent> = {
  'record.call-answered': {
    ...CALL,
    when: 'A call was answered, or a mail was taken by the server for mail.',
    title: 'Call answered',
    verbPhrase: 'got an answer to a call',
    describe: (data, words) => {
      const title = getCallTitle(data, words);
      if (typeof data.status === 'number') return { sentence: `${title} sent, receipt confirmed` };
      const people = joinRecipientNames(data, words);
      const to = people === undefined ? '' : ` to ${people}`;
      if (data.kept === true) return { sentence: `${title} shown${to}, not sent by mail` };
      const lost = typeof data.rejected === 'number' ? `, but ${data.rejected} addresses were refused` : '';
      return { sentence: `${title} sent${to}${lost}` };
    },
    members: {
      record: RECORD,
      call: NAME,
      attempt: ATTEMPT,
      status: 'HTTP status; null for a mail',
      sent: {
        means: 'address and body; of a mail whom it is to and what it says; sealed where it tells of people',
        visibility: 'message',
      },
      answer: { means: 'the beginning of the answer; likewise', visibility: 'whole' },
      kept: 'true: a mail that did not leave, since no server for mail is named, or nobody wants it by mail; otherwise left out',
      rejected:
        'how many addresses the server for mail did not take, where it took others; otherwise left out',
      shownTo: SHOWN_TO,
      ...CONSEQUENCES,
    },
  },
  'record.call-failed': {
    ...CALL,
    when: 'A call, or a mail, did not get through. It is tried again.',
    title: 'Call failed',
    verbPhrase: 'could not make a call',
    describe: (data, words) => ({
      sentence: `${getCallTitle(data, words)} could not be sent yet, and is tried again${formatCause(data.why)}`,
    }),
    members: {
      record: RECORD,
      call: NAME,
      attempt: ATTEMPT,
      why: { means: 'what went wrong', visibility: 'operators' },
      again: 'when it is tried again: an instant',
    },
  },
  'record.call-given-up': {
    ...CALL,
    when: 'A call, or a mail, did not get through as often as it may be tried, or somebody gave it up. What section 7 says under `otherwise` follows.',
    title: 'Call given up',
    verbPhrase: 'gave a call up',
    describe: (data, words) => ({
      sentence: `${getCallTitle(data, words)} not sent, given up${formatCause(data.why)}`,
    }),
    members: {
      record: RECORD,
      call: NAME,
      attempt: ATTEMPT,
      why: { means: 'what went wrong', visibility: 'operators' },
      shownTo: SHOWN_TO,
      sent: {
        means: 'of a mail that people find on their page all the same: as of `record.call-answered`',
        visibility: 'message',
      },
      ...CONSEQUENCES,
    },
  },
  'record.call-withheld': {
    ...CALL,
    when: 'A call was not sent, since the log was met for the first time: it may be a copy. Somebody may have it sent.',
    title: 'Call withheld',
    verbPhrase: 'did not send a call',
    describe: (data, words) => ({
      sentence: `${getCallTitle(data, words)} not sent${formatCause(data.why)}`,
    }),
    members: { record: RECORD, call: NAME, why: { means: 'why', visibility: 'operators' } },
  },
  'record.call-retried': {
    ...CALL,
    when: 'An administrator wants a call to be tried again.',
    title: 'Call to be tried again',
    verbPhrase: 'had a call tried again',
    describe: (data, words) => `had another try made: ${getCallTitle(data, words)}`,
    members: { record: RECORD, call: NAME },
  },
  'record.call-settled': {
    ...CALL,
    when: 'What follows from an answer, or from its absence, was done, or was refused.',
    title: 'Answer used',
    verbPhrase: 'used an answer',
    describe: (data, words) => {
      const title = getCallTitle(data, words);
      if (data.refused === null) return { sentence: `${title}: answer entered` };
      if (typeof data.refused === 'string')
        return { sentence: `${title}: answer could not be entered: ${data.refused}` };
      // A refusal may depend on hidden data.
      return { sentence: `${title} finished` };
    },
    members: {
      record: RECORD,
      call: NAME,
      refused: { means: 'why it was refused; null where it was not', visibility: 'whole' },
    },
  },
  'record.call-closed': {
    ...CALL,
    when: 'An administrator decided that nothing more is done about a call. The reason is in the metadata.',
    title: 'Call closed',
    verbPhrase: 'closed a call',
    describe: (data, words) => `closed without further action: ${getCallTitle(data, words)}`,
    members: { record: RECORD, call: NAME },
  },
};
