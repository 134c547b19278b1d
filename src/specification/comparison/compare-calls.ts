import type { Call, CallParts, IncomingCall } from '../model/specification.js';
import {
  joinWithAnd,
  comparePart,
  quote,
  compareFormatted,
  compareText,
  IGNORED_KEY,
  IGNORED_LOCATION,
  addEntityToLocation,
  type Comparison,
  type MemberComparisons,
} from './differences.js';
import {
  getActionTitle,
  formatCallBody,
  quoteCallText,
  getEntityTitle,
  compareExpression,
  formatCallOutcome,
} from './format-model.js';

type Http = NonNullable<CallParts['http']>;
type Mail = NonNullable<CallParts['mail']>;

const HTTP: MemberComparisons<Http> = {
  method: compareText('Method'),
  address: compareFormatted<Http['address']>('Address', quoteCallText),
  headers: compareFormatted<Http['headers']>('Headers', (all, side) =>
    joinWithAnd(all.map(([name, value]) => `${name}: ${quoteCallText(value, side)}`)),
  ),
  body: compareFormatted<NonNullable<Http['body']>>('What is sent', formatCallBody),
};

const MAIL: MemberComparisons<Mail> = {
  to: compareFormatted<Mail['to']>('Sent to', formatCallBody),
  subject: compareFormatted<Mail['subject']>('Subject', quoteCallText, { kind: 'words' }),
  text: compareFormatted<Mail['text']>('Text', quoteCallText, { kind: 'words' }),
};

const PARTS: MemberComparisons<CallParts> = {
  when: compareExpression('Made only where'),
  http: comparePart(HTTP, { added: 'It calls an address now.', removed: 'It calls no address any more.' }),
  mail: comparePart(MAIL, { added: 'It sends a mail now.', removed: 'It sends no mail any more.' }),
  then: compareFormatted('Then', formatCallOutcome),
  otherwise: compareFormatted('Otherwise', formatCallOutcome),
};

const callParts: Comparison<Call['parts']> = (before, after, at) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((entity) => {
    const here = addEntityToLocation(at, { entity });
    const [was, is] = [before[entity], after[entity]];
    const title = getEntityTitle(entity, is ? at.after : at.before);
    const missing = {
      added: `Records of ${quote(title)} make it now.`,
      removed: `Records of ${quote(title)} do not make it any more.`,
    };
    return comparePart(PARTS, missing)(was, is, here);
  });

export const CALL_COMPARISON: MemberComparisons<Call> = {
  key: IGNORED_KEY,
  title: compareText('Title'),
  kind: compareFormatted<Call['kind']>('Kind', (kind) => (kind === 'http' ? 'a call' : 'a mail')),
  on: compareFormatted<NonNullable<Call['on']>>(
    'Made when',
    ({ entity, action }, side) => {
      const of = { ...side, entity };
      const what = getEntityTitle(entity, side);
      return action === undefined
        ? `${what} is opened`
        : `${quote(getActionTitle(action, of))} is taken on ${what}`;
    },
    { absent: 'a timer says so' },
  ),
  parts: callParts,
  secret: compareText('Signed with the secret'),
  retries: compareFormatted<Call['retries']>(
    'Tried again',
    ({ times, wait }) => `${times} times, the first after ${wait} ms`,
  ),
  timeout: compareFormatted<number>('Waits for an answer', (milliseconds) => `${milliseconds} ms`),
  place: IGNORED_LOCATION,
};

export const INCOMING_CALL_COMPARISON: MemberComparisons<IncomingCall> = {
  key: IGNORED_KEY,
  entity: compareFormatted<string>('Is about', (key, side) => quote(getEntityTitle(key, side))),
  find: compareExpression('The record is found by'),
  verify: compareText('Signed with the secret'),
  then: compareFormatted('Then', formatCallOutcome),
  place: IGNORED_LOCATION,
};
