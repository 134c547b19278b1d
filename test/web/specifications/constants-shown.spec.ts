import { describe, expect, it } from '@jest/globals';
import { SYSTEM } from '#domain/permissions.js';
import { documentOf, valid } from '#test/specification/documents.js';
import { listChangeableConstants } from '#web/specifications/constants-page.js';

describe('a constant that may be changed', () => {
  it('is compared as its input of one line shows it, so that a line break in it is no change', () => {
    const specification = valid(
      documentOf({
        6: 'roles: { boss: { title: Boss } }\nconstants: { greeting: boss }',
        9: 'constants:\n  greeting: |\n    Good morning\n    to all\n',
      }),
    );
    const actor = { ...SYSTEM, roles: ['boss'] };
    const [greeting] = listChangeableConstants({ specification, actor, now: '2026-11-20T10:00:00.000Z' });
    expect(greeting?.text).toBe('Good morning to all');
  });
});
