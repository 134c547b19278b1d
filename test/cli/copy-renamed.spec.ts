import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { NOTES } from '../faults/notes.js';
import { PEOPLE, startDaybook, system } from '../web/daybook.js';
import { done, newFolder, remove } from './daybook-command.js';

describe('a copy without a record whose entity is called otherwise', () => {
  const folder = newFolder();
  const data = join(folder, 'data');
  const ids = [crypto.randomUUID(), crypto.randomUUID()] as const;

  beforeAll(async () => {
    const daybook = await startDaybook({ folder: data });
    await daybook.send(new PublishSpecification({ text: NOTES, context: system() }));
    for (const id of ids)
      await daybook.send(
        new OpenRecord({
          application: 'notes',
          entity: 'Note',
          id,
          input: { title: 'One' },
          context: { ...system(), actor: PEOPLE.clerk.id },
        }),
      );
    await daybook.close();
    const renamed = join(folder, 'next.md');
    writeFileSync(renamed, NOTES.replace('  Note:\n', '  Memo:\n    was: Note\n'));
    await done(['publish', renamed], { data });
  });
  afterAll(() => remove(folder));

  it.each([
    ['as it is called now', 'Memo'],
    ['as it is stored', 'Note'],
  ])('takes its name %s', async (_, entity) => {
    const target = join(folder, entity, 'events.sqlite');
    const [from, to] = [`sqlite:${join(data, 'events.sqlite')}`, `sqlite:${target}`];
    await done(['copy', '--from', from, '--to', to, '--leave-out', `notes.${entity}-${ids[0]}`]);
    const streams = await done(['events', '--json', '--type', 'record.opened'], {
      data: join(folder, entity),
    });
    expect(ids.map((id) => streams.includes(id))).toEqual([false, true]);
  });
});
