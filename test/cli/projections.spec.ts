import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { daybook, done, newFolder, PERMITS, remove } from './daybook-command.js';

describe('daybook projections', () => {
  const data = newFolder();

  beforeAll(async () => {
    await done(['publish', PERMITS, '--reason', 'first'], { data });
  });
  afterAll(() => remove(data));

  interface Listed {
    readonly projection: string;
    readonly state: string;
  }
  const stateOf = async (name: string) => {
    const all = JSON.parse(await done(['projections', 'list', '--json'], { data })) as readonly Listed[];
    return all.find(({ projection }) => projection === name)?.state;
  };

  it('lists every read model, and that no document is behind', async () => {
    const text = await done(['projections'], { data });
    for (const name of ['records', 'timeline', 'people']) expect(text).toContain(name);
    expect(text).toContain('Every document has every event.');
  });

  it('pauses a read model until it is resumed, and writes both into the log', async () => {
    expect(await done(['projections', 'pause', 'notices'], { data })).toBe('notices is paused.\n');
    expect(await stateOf('notices')).toBe('paused');
    expect(await done(['projections', 'resume', 'notices'], { data })).toBe('notices goes on.\n');
    expect(await stateOf('notices')).toBe('active');
    const events = (await done(['events', '--json'], { data })).trim().split('\n');
    const types = events.map((line) => (JSON.parse(line) as { readonly type: string }).type);
    expect(types.slice(-2)).toEqual(['projection.paused', 'projection.resumed']);
  });

  it('has nothing to try again where no event broke a document, and writes nothing', async () => {
    const before = await done(['events', '--json'], { data });
    expect(await done(['projections', 'retry', 'records'], { data })).toBe(
      'Nothing to try again: every document of records has every event.\n',
    );
    expect(await done(['events', '--json'], { data })).toBe(before);
  });

  it.each([
    [['retry', 'nothing'], 'there is no projection “nothing”. There are: '],
    [['skip', 'records', 'x', '--reason', 'y'], 'no event broke a document “x” of records'],
    [['skip', 'records', 'x'], '--reason'],
  ])('refuses %j', async (words, why) => {
    const { code, err } = await daybook(['projections', ...words], { data });
    expect(code).not.toBe(0);
    expect(err).toContain(why);
  });
});
