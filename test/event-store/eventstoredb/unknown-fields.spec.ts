// Servers learn to say more: what Daybook does not know in an answer, or does not need, is passed over, wherever it stands.
import { describe, expect, it } from '@jest/globals';
import { appendAnswerIn } from '#event-store/eventstoredb/append-answers.js';
import { readAnswerIn } from '#event-store/eventstoredb/answers.js';
import { leadersIn } from '#event-store/eventstoredb/gossip.js';
import { ProtobufMessage, utf8Text } from '#event-store/eventstoredb/protobuf.js';

type Writes = (message: ProtobufMessage) => ProtobufMessage;

/** A number, words and a part that nobody asked for. */
const unknown: Writes = (message) =>
  message
    .number(101, 2n ** 62n)
    .text(102, 'unknown')
    .part(103, (part) => part.number(1, 7));

/** Before, between and behind what is known. */
const among = (writes: readonly Writes[]): Writes => {
  return (message) => writes.reduce((so, write) => unknown(write(so)), unknown(message));
};
const part =
  (field: number, ...writes: readonly Writes[]): Writes =>
  (message) =>
    message.part(field, among(writes));
const message = (...writes: readonly Writes[]) => among(writes)(new ProtobufMessage()).finish();
const text =
  (field: number, value: string): Writes =>
  (to) =>
    to.text(field, value);
const number =
  (field: number, value: number): Writes =>
  (to) =>
    to.number(field, value);

describe('given an answer with fields that Daybook does not know, in each of its parts', () => {
  it('when an append was written, then that is read as ever', () => {
    const written = message(part(1, text(2, 'me')), part(3, number(1, 3), part(2), part(3, number(1, 9))));
    expect(appendAnswerIn(written)).toEqual({
      correlation: 'me',
      answer: { isWritten: true, revision: 3, position: 9n },
    });
  });

  it.each([
    ['WrongExpectedVersion', { isWritten: false, revision: 5 }],
    ['MaximumAppendSizeExceeded', { name: 'TooLarge', limit: 5 }],
  ])('when an append was refused with %s, then why is', (name, why) => {
    const refused = message(part(2, text(2, name), part(3, part(2, number(1, 5)))));
    expect(appendAnswerIn(refused).answer).toMatchObject(why);
  });

  it('when an event was read, then it is read as ever', () => {
    const entry = (key: string, value: string) => part(6, text(1, key), text(2, value));
    const recorded = part(
      1,
      ...[part(1, text(2, 'id')), part(2, text(3, 'tests.Note-1')), number(3, 4), number(4, 6), number(5, 6)],
      ...[entry('type', 'note'), entry('content-type', 'application/json'), entry('other', 'x')],
      ...[text(7, 'metadata'), text(8, 'data')],
    );
    const { event } = readAnswerIn(message(part(1, recorded)));
    expect({ ...event, data: utf8Text(event!.data), metadata: utf8Text(event!.metadata) }).toEqual({
      ...{ id: 'id', stream: 'tests.Note-1', revision: 4, position: 6n, type: 'note', isJson: true },
      ...{ data: 'data', metadata: 'metadata' },
    });
  });

  it('when there is no such stream, or the server tells how far it has looked, then that is', () => {
    expect(readAnswerIn(message(part(4, part(1))))).toEqual({ isMissing: true });
    expect(readAnswerIn(message(part(3, number(1, 17))))).toEqual({ lookedTo: 17 });
    expect(readAnswerIn(message())).toEqual({});
  });

  it('when nodes tell of a leader, then it is found', () => {
    const endpoint = part(5, text(1, 'node.example'), number(2, 2113));
    const told = message(part(1, part(1), number(3, 8), number(4, 1), endpoint));
    expect(leadersIn(told)).toEqual([{ host: 'node.example', port: 2113 }]);
  });
});
