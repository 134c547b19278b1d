// How calls, mails and messages from outside are compared.
import type { Call, CallParts, Receive } from '../model/specification.js';
import {
  listed,
  part,
  quoted,
  said,
  text,
  KEY,
  PLACE,
  ofEntity,
  type Comparison,
  type Members,
} from './differences.js';
import { actionTitle, bodyOf, callText, entityTitle, expression, outcomeOf } from './model-in-words.js';

type Http = NonNullable<CallParts['http']>;
type Mail = NonNullable<CallParts['mail']>;

const HTTP: Members<Http> = {
  method: text('Method'),
  address: said<Http['address']>('Address', callText),
  headers: said<Http['headers']>('Headers', (all, side) =>
    listed(all.map(([name, value]) => `${name}: ${callText(value, side)}`)),
  ),
  body: said<NonNullable<Http['body']>>('What is sent', bodyOf),
};

const MAIL: Members<Mail> = {
  to: said<Mail['to']>('Sent to', bodyOf),
  subject: said<Mail['subject']>('Subject', callText, { kind: 'words' }),
  text: said<Mail['text']>('Text', callText, { kind: 'words' }),
};

const PARTS: Members<CallParts> = {
  when: expression('Made only where'),
  http: part(HTTP, { added: 'It calls an address now.', removed: 'It calls no address any more.' }),
  mail: part(MAIL, { added: 'It sends a mail now.', removed: 'It sends no mail any more.' }),
  then: said('Then', outcomeOf),
  otherwise: said('Otherwise', outcomeOf),
};

const callParts: Comparison<Call['parts']> = (before, after, at) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((entity) => {
    const here = ofEntity(at, { entity });
    const [was, is] = [before[entity], after[entity]];
    const title = entityTitle(entity, is ? at.after : at.before);
    const missing = {
      added: `Records of ${quoted(title)} make it now.`,
      removed: `Records of ${quoted(title)} do not make it any more.`,
    };
    return part(PARTS, missing)(was, is, here);
  });

export const CALL: Members<Call> = {
  key: KEY,
  title: text('Title'),
  kind: said<Call['kind']>('Kind', (kind) => (kind === 'http' ? 'a call' : 'a mail')),
  on: said<NonNullable<Call['on']>>(
    'Made when',
    ({ entity, action }, side) => {
      const of = { ...side, entity };
      const what = entityTitle(entity, side);
      return action === undefined
        ? `${what} is opened`
        : `${quoted(actionTitle(action, of))} is taken on ${what}`;
    },
    { absent: 'a timer says so' },
  ),
  parts: callParts,
  secret: text('Signed with the secret'),
  retries: said<Call['retries']>(
    'Tried again',
    ({ times, wait }) => `${times} times, the first after ${wait} ms`,
  ),
  timeout: said<number>('Waits for an answer', (milliseconds) => `${milliseconds} ms`),
  place: PLACE,
};

export const RECEIVE: Members<Receive> = {
  key: KEY,
  entity: said<string>('Is about', (key, side) => quoted(entityTitle(key, side))),
  find: expression('The record is found by'),
  verify: text('Signed with the secret'),
  then: said('Then', outcomeOf),
  place: PLACE,
};
