import { describe, expect, it } from '@jest/globals';
import { generateDemoCommands } from '#demo/demo-commands.js';
import type { DemoCommand } from '#demo/story.js';

const UNTIL = '2026-11-20T10:00:00.000Z';
const told = [...generateDemoCommands(UNTIL)];
const of = (type: DemoCommand['type']) => told.filter((command) => command.type === type);
const at = (command: DemoCommand) => command.data.context.effectiveAt!;

describe('the demo', () => {
  it('is the same every time', () => {
    expect([...generateDemoCommands(UNTIL)]).toEqual(told);
  });

  it('tells the same stories on another day, so that a load can be finished tomorrow', () => {
    const gist = (commands: readonly DemoCommand[]) =>
      new Map(
        commands.map((command) => [
          command.data.context.commandId,
          [command.type, command.data.id, command.data.context.actor],
        ]),
      );
    const tomorrow = gist([...generateDemoCommands('2026-11-21T10:00:00.000Z')]);
    const today = [...gist(told)].filter(([id]) => tomorrow.has(id));
    expect(today.length).toBeGreaterThan(0.95 * told.length);
    for (const [id, command] of today) expect(tomorrow.get(id)).toEqual(command);
  });

  it('is told in the order in which it happened, and nothing happens after its last moment', () => {
    const times = told.map(at);
    expect(times).toEqual([...times].sort());
    expect(times.at(-1)! <= UNTIL).toBe(true);
  });

  it('has an identity of its own for every command', () => {
    expect(new Set(told.map(({ data }) => data.context.commandId)).size).toBe(told.length);
  });

  it('tells some hundred records of three applications', () => {
    const opened = of('OpenRecord').map(({ data }) =>
      'entity' in data ? `${data.application} ${data.entity}` : '',
    );
    const count = (name: string) => opened.filter((one) => one === name).length;
    expect(count('purchasing Request')).toBeGreaterThanOrEqual(180);
    expect(count('capa Capa')).toBeGreaterThanOrEqual(55);
    expect(count('permits Application')).toBe(100);
  });

  it('is told by people who work in office hours', () => {
    const byPeople = told.filter(
      ({ type }) => !['RegisterUser', 'GrantRole', 'FireTimer', 'ToldCall'].includes(type),
    );
    for (const command of byPeople) {
      const moment = new Date(at(command));
      expect([0, 6]).not.toContain(moment.getUTCDay());
      expect(moment.getUTCHours()).toBeGreaterThanOrEqual(6);
      expect(moment.getUTCHours()).toBeLessThan(17);
    }
  });
});
