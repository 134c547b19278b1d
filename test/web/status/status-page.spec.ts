import { describe, expect, it } from '@jest/globals';
import { presentStatus as present, type ReadModelHealth } from '#web/status/status-page.js';
import { translatorFor } from '#views/messages/translate.js';

const presentStatus = (healths: readonly ReadModelHealth[], known: readonly string[]) =>
  present(healths, known, translatorFor('en'));

const NOBODY = 'Nobody builds the read models.';

const health = (projection: string, rest: Partial<ReadModelHealth> = {}): ReadModelHealth => ({
  projection,
  version: 1,
  state: 'active',
  generation: 1,
  damaged: false,
  position: 3,
  head: 3,
  lag: 0,
  lastProgressAt: '2026-11-25T00:00:00.000Z',
  loopAlive: true,
  role: 'following',
  troubledFor: 0,
  skipped: 0,
  failedDocuments: 0,
  ...rest,
});

const failuresIn = ({ projections }: ReturnType<typeof presentStatus>) =>
  projections.map(({ failure }) => failure);

describe('what the status page says is wrong', () => {
  it('names how many documents are behind, since an event broke them', () => {
    const [one, three] = failuresIn(
      presentStatus(
        [health('records', { failedDocuments: 1 }), health('people', { failedDocuments: 3 })],
        [],
      ),
    );
    expect(one).toBe('One document is behind, since an event broke it; all others go on.');
    expect(three).toBe('3 documents are behind, since events broke them; all others go on.');
  });

  it('is said once, where all read models wait for the same', () => {
    const shown = presentStatus(
      [health('records', { trouble: NOBODY }), health('people', { trouble: NOBODY })],
      ['The disk is full.'],
    );
    expect(shown.issues).toEqual(['The disk is full.', NOBODY]);
    expect(failuresIn(shown)).toEqual([undefined, undefined]);
  });

  it('stands beside the read model, where the others wait for nothing', () => {
    const shown = presentStatus([health('records', { trouble: NOBODY }), health('people')], []);
    expect(shown.issues).toEqual([]);
    expect(failuresIn(shown)).toEqual([NOBODY, undefined]);
  });

  it('stands beside a read model that is alone', () => {
    const shown = presentStatus([health('records', { trouble: NOBODY })], []);
    expect([shown.issues, failuresIn(shown)]).toEqual([[], [NOBODY]]);
  });

  it('keeps beside each what is wrong with it alone', () => {
    const stopped = { trouble: NOBODY, loopAlive: false, skipped: 2 };
    const shown = presentStatus([health('records', stopped), health('people', { trouble: NOBODY })], []);
    expect(failuresIn(shown)).toEqual([
      'Nothing follows the log any more: restart the server. 2 events were left out by an admin.',
      undefined,
    ]);
  });
});
