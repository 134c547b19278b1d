// An error of its own, since a retry does not help.
import { describe, expect, it } from '@jest/globals';
import { AppendTooLarge } from '#event-store/event-store.js';
import { HealthIssues } from '#platform/health-issues.js';
import { comment, newStream } from '../sample-events.js';
import { opened } from './open-test-store.js';

describe('an append that is too large for the server', () => {
  it('is refused at once, with its limit and how to raise it, and told once', async () => {
    const troubles = new HealthIssues();
    const told: string[] = [];
    troubles.onRaised(({ adminMessage }) => told.push(adminMessage));
    const { store } = await opened({ healthIssues: troubles });
    const stream = newStream();
    for (let times = 0; times < 3; times++) {
      const refused = store.append(stream, [comment('x'.repeat(600_000)), comment('y'.repeat(600_000))], 0);
      await expect(refused).rejects.toThrow(AppendTooLarge);
      await expect(refused).rejects.toMatchObject({ limit: 1_048_576 });
      await expect(refused).rejects.toThrow(/1,048,576 bytes.*Nothing was written.*MaxAppendSize/s);
    }
    expect(told).toHaveLength(1);
    expect(troubles.all()).toMatchObject([{ severity: 'warning' }]);
    expect(await store.read(stream)).toEqual({ events: [], version: 0 });
    expect((await store.append(stream, [comment('x'.repeat(900_000))], 0)).version).toBe(1);
  });

  it('is detected by assertFits as well, which writes nothing', async () => {
    const { store } = await opened();
    const stream = newStream();
    const large = [comment('x'.repeat(600_000)), comment('y'.repeat(600_000))];
    await expect(store.assertFits!(stream, large)).rejects.toThrow(AppendTooLarge);
    await store.assertFits!(stream, [comment('x'.repeat(900_000))]);
    expect(await store.read(stream)).toEqual({ events: [], version: 0 });
    await store.append(stream, [comment()], 0);
    await expect(store.assertFits!(stream, large)).rejects.toMatchObject({ limit: 1_048_576 });
    expect((await store.read(stream)).version).toBe(1);
  });

  // As the genuine 23.10.7; an import stores attributes in metadata, which may be long.
  it('counts data, not metadata', async () => {
    const { store } = await opened();
    const event = comment();
    const stream = newStream();
    const said = { ...event, metadata: { ...event.metadata, note: 'x'.repeat(2_000_000) } };
    expect((await store.append(stream, [said], 0)).version).toBe(1);
    expect((await store.read(stream)).events[0]!.metadata).toEqual(said.metadata);
  });
});
