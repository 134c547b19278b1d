// Appends whose call has ended, or could never begin: who appended hears why, and who appends next gets a call of its own.
import { describe, expect, it } from '@jest/globals';
import { appendAnswerIn } from '#event-store/eventstoredb/append-answers.js';
import { AppendStream } from '#event-store/eventstoredb/append-stream.js';
import { sendAppend } from '#event-store/eventstoredb/calls.js';
import { NoAnswer } from '#event-store/eventstoredb/failures.js';
import type { AnswerListener } from '#event-store/eventstoredb/grpc.js';
import type { ClusterNode } from '#event-store/eventstoredb/node.js';
import { subscribe } from '#event-store/eventstoredb/subscription.js';

const append = { stream: 'tests.Note-1', expected: -1, events: [] };

/** Calls that answer nothing by themselves. */
function calls() {
  const begun: { answers: AnswerListener; sent: number; cancelled: number }[] = [];
  const appends = new AppendStream((answers) => {
    const call = { answers, sent: 0, cancelled: 0 };
    begun.push(call);
    return { send: () => void call.sent++, cancel: () => void call.cancelled++ };
  });
  return { begun, appends };
}

const heard = (answer: Promise<unknown>) => answer.catch((error: unknown) => error);

describe('given appends that share a call', () => {
  it('when it is open, then the next one goes through it, too', () => {
    const { begun, appends } = calls();
    for (let count = 0; count < 3; count++) void heard(appends.append(append).answer);
    expect(begun.map(({ sent }) => sent)).toEqual([3]);
  });

  it('when it fails, then each hears why, and the next one goes through a new call', async () => {
    const { begun, appends } = calls();
    const [one, other] = [appends.append(append), appends.append(append)];
    const why = new Error('the server has gone');
    begun[0]!.answers.failed(why);
    expect(await Promise.all([one, other].map(({ answer }) => heard(answer)))).toEqual([why, why]);
    void heard(appends.append(append).answer);
    expect(begun.map(({ sent }) => sent)).toEqual([2, 1]);
  });

  it('when it ends without an answer, then the connection broke, and the next one goes through a new call', async () => {
    const { begun, appends } = calls();
    const { answer } = appends.append(append);
    begun[0]!.answers.end();
    expect(await heard(answer)).toEqual(new Error('the connection broke'));
    void heard(appends.append(append).answer);
    expect(begun.map(({ sent }) => sent)).toEqual([1, 1]);
  });

  it('when nobody waits for one any more, then the call of the others goes on', () => {
    const { begun, appends } = calls();
    const [left, other] = [appends.append(append), appends.append(append)];
    void heard(other.answer);
    left.forget();
    expect(begun).toMatchObject([{ sent: 2, cancelled: 0 }]);
  });
});

describe('given an append of more than a megabyte', () => {
  const large = {
    ...append,
    events: [
      {
        ...{ id: '8ba1d7e2-5b3c-4c5e-9d6f-0a1b2c3d4e5f', type: 'record.commented' },
        ...{ data: Buffer.alloc(1024 * 1024 + 1, 'x'), metadata: Buffer.from('{}') },
      },
    ],
  };

  it('when nobody waits for it any more, then its own call is cancelled, and no other', () => {
    const { begun, appends } = calls();
    void heard(appends.append(append).answer);
    const own = appends.append(large);
    void heard(own.answer);
    own.forget();
    expect(begun.map(({ sent, cancelled }) => [sent, cancelled])).toEqual([
      [1, 0],
      [1, 1],
    ]);
  });
});

describe('given a node whose connection has broken', () => {
  const broken = (why: Error) => {
    const ask = () => {
      throw why;
    };
    return { append: ask, read: ask } as unknown as ClusterNode;
  };

  it('when somebody appends through it, then that is what they hear', async () => {
    const why = new NoAnswer('the connection has broken');
    expect(await heard(sendAppend(broken(why), append, 1_000))).toBe(why);
  });

  it('when somebody follows the log through it, then that is what they hear, whatever they ask', async () => {
    const why = new NoAnswer('the connection has broken');
    const subscription = subscribe(broken(why), 0, 1_000);
    const asked = [subscription.next(), subscription.confirmed()];
    expect(await Promise.all(asked.map(heard))).toEqual([why, why]);
    subscription.end();
  });
});

describe('given an answer to nobody', () => {
  it('when it comes, then it harms none of those who wait', async () => {
    const { begun, appends } = calls();
    const { answer } = appends.append(append);
    begun[0]!.answers.message(Buffer.alloc(0));
    expect(appendAnswerIn(Buffer.alloc(0)).correlation).toBe('');
    begun[0]!.answers.failed(new Error('the end'));
    expect(await heard(answer)).toEqual(new Error('the end'));
  });
});
