import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { withQueryContext } from '#projections/port/query.js';
import type { ResponseWorkload } from '#web/rendering/response-workload.js';
import { ResponseLimiter } from '#web/rendering/response-limiter.js';

/** Received or closed on demand. */
class OpenResponse extends EventEmitter {
  closed = false;
  destroyed = false;
  end(): void {
    this.closed = true;
    this.emit('close');
  }
}

interface Asked {
  readonly response: OpenResponse;
  readonly answered: Promise<void>;
  hasBegun: boolean;
  end(): void;
}

/** The answer is rendered until it is ended on demand. */
function ask(gate: ResponseLimiter, asker: string, kind: ResponseWorkload, signal?: AbortSignal): Asked {
  const response = new OpenResponse();
  let end = () => {};
  const work = new Promise<void>((resolve) => (end = resolve));
  const asked: { hasBegun: boolean } = { hasBegun: false };
  const answered = withQueryContext({ asker, ...(signal && { signal }) }, () =>
    gate.run(kind, response as never, () => {
      asked.hasBegun = true;
      return work;
    }),
  );
  answered.catch(() => {});
  return Object.assign(asked, { response, answered, end: () => end() });
}

const refusedWith = (code: string) => ({ reasons: [{ code }] });

describe('the gate of whole answers', () => {
  it('makes two at once and lets the others wait, each person in turn', async () => {
    const gate = new ResponseLimiter();
    const ada = Array.from({ length: 16 }, () => ask(gate, 'ada', 'whole'));
    const bert = ask(gate, 'bert', 'whole');
    await Promise.resolve();
    expect(gate.load).toEqual({ made: 2, waiting: 15 });

    ada[0]!.end();
    await ada[0]!.answered;
    ada[1]!.end();
    await ada[1]!.answered;

    expect(gate.load).toEqual({ made: 2, waiting: 13 });
    expect(bert.hasBegun).toBe(true);
    for (const asked of [...ada, bert]) asked.end();
    await Promise.all([...ada, bert].map(({ answered }) => answered));
    expect(gate.load).toEqual({ made: 0, waiting: 0 });
  });

  it('refuses the twenty-first of one person until one of theirs has been received', async () => {
    const gate = new ResponseLimiter();
    const ada = Array.from({ length: 20 }, () => ask(gate, 'ada', 'whole'));
    await expect(ask(gate, 'ada', 'whole').answered).rejects.toMatchObject(refusedWith('TOO_MANY_ATTEMPTS'));

    for (const asked of ada) asked.end();
    await Promise.all(ada.map(({ answered }) => answered));
    await expect(ask(gate, 'ada', 'whole').answered).rejects.toMatchObject(refusedWith('TOO_MANY_ATTEMPTS'));

    ada[0]!.response.end();
    const next = ask(gate, 'ada', 'whole');
    next.end();
    await expect(next.answered).resolves.toBeUndefined();
  });

  it('remembers nobody whose answers were received, or who left before', async () => {
    const gate = new ResponseLimiter();
    const leaving = new AbortController();
    const kinds = ['whole', 'whole', 'whole', 'stream', 'stream'] as const;
    const all = kinds.map((kind, index) => ask(gate, `person ${index}`, kind, leaving.signal));
    await Promise.resolve();
    expect(gate.askers).toBe(6);
    leaving.abort();
    for (const asked of all) {
      asked.end();
      await asked.answered;
      asked.response.end();
    }
    expect(gate.askers).toBe(0);
  });

  it('says that it is busy where sixty wait', async () => {
    const gate = new ResponseLimiter();
    const all = Array.from({ length: 62 }, (_, index) => ask(gate, `person ${index}`, 'whole'));
    await expect(ask(gate, 'ada', 'whole').answered).rejects.toMatchObject({
      reasons: [{ code: 'BUSY', kind: 'unavailable' }],
    });
    for (const asked of all) asked.end();
    await Promise.all(all.map(({ answered }) => answered));
  });

  it('does not make an answer for somebody who has gone, and lets the next one begin after a failure', async () => {
    const gate = new ResponseLimiter();
    const [one, two] = [ask(gate, 'ada', 'whole'), ask(gate, 'ada', 'whole')];
    const gone = new AbortController();
    const left = ask(gate, 'bert', 'whole', gone.signal);
    gone.abort();
    await left.answered;
    expect(left.hasBegun).toBe(false);
    const failing = withQueryContext({ asker: 'ada' }, () =>
      gate.run('whole', new OpenResponse() as never, () => Promise.reject(new Error('no disk'))),
    );
    one.end();
    await expect(failing).rejects.toThrow('no disk');
    two.end();
    await two.answered;
    expect(gate.load).toEqual({ made: 0, waiting: 0 });
  });
});

describe('the gate of streams', () => {
  it('lets one person have two at once, and refuses neither another person nor a later stream', async () => {
    const gate = new ResponseLimiter();
    const [one, two, other] = [
      ask(gate, 'ada', 'stream'),
      ask(gate, 'ada', 'stream'),
      ask(gate, 'bert', 'stream'),
    ];
    await expect(ask(gate, 'ada', 'stream').answered).rejects.toMatchObject({
      reasons: [{ code: 'TOO_MANY_DOWNLOADS', kind: 'too often' }],
    });
    one.end();
    await one.answered;
    const later = ask(gate, 'ada', 'stream');
    expect(later.hasBegun).toBe(true);
    for (const asked of [two, other, later]) asked.end();
    await Promise.all([two, other, later].map(({ answered }) => answered));
  });

  it('makes room where one breaks', async () => {
    const gate = new ResponseLimiter();
    for (let time = 0; time < 3; time++)
      await expect(
        gate.run('stream', new OpenResponse() as never, () => Promise.reject(new Error('gone'))),
      ).rejects.toThrow('gone');
  });

  it('lets a hundred be sent at once', async () => {
    const gate = new ResponseLimiter();
    const all = Array.from({ length: 100 }, (_, index) => ask(gate, `person ${index}`, 'stream'));
    await expect(ask(gate, 'ada', 'stream').answered).rejects.toMatchObject(refusedWith('BUSY'));
    for (const asked of all) asked.end();
    await Promise.all(all.map(({ answered }) => answered));
  });
});

describe('the gate of everything else', () => {
  it('lets pages, small answers and open connections pass at once', async () => {
    const gate = new ResponseLimiter();
    const all = (['page', 'small', 'held open'] as const).flatMap((kind) =>
      Array.from({ length: 30 }, () => ask(gate, 'ada', kind)),
    );
    expect(all.every(({ hasBegun }) => hasBegun)).toBe(true);
    for (const asked of all) asked.end();
    await Promise.all(all.map(({ answered }) => answered));
  });
});
