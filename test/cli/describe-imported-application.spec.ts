import { describe, expect, it } from '@jest/globals';
import { describeImportedApplication } from '../../src/cli/describe-imported-application.js';
import { refuseArchiveFor } from '../../src/application-archive/refuse-archive.js';
import { createArchiveReason } from '../../src/application-archive/refusal-words/archive-reason.js';
import type { ArchiveManifest } from '../../src/application-archive/archive-format.js';

const HIDE = '\u001b[2K\r\u202e';

describe('the report of an import', () => {
  it('shows signs for the terminal instead of obeying them, whatever stands in the archive', () => {
    const manifest = {
      application: { key: 'permits', name: `Permits${HIDE}`, version: 1 },
      counts: { events: 1, people: 1, files: 0, specifications: 1 },
    } as ArchiveManifest;
    const person = {
      id: '0199cccc-0000-7000-8000-00000000c1aa',
      name: `Bea${HIDE}`,
      signInName: `bea${HIDE}`,
      erased: false,
      roles: [`clerk${HIDE}`],
    };
    const people = [{ archived: person, id: person.id, isNew: true, namesake: person.id }];
    const imported = { people, events: 1, timers: 0, calls: 0, already: false };
    const describe = (already: boolean, isDryRun: boolean) =>
      describeImportedApplication('a.zip', { manifest, sha256: 'ab' }, { ...imported, already }, isDryRun);
    for (const report of [describe(false, true), describe(false, false), describe(true, false)])
      expect(report.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(describe(false, false)).toContain('Permits\\u{1b}[2K\\u{d}\\u{202e} is imported');
  });

  it('quotes what it refuses in the same way', () => {
    const refused = refuseArchiveFor([
      createArchiveReason('notWhole', { archive: 'a.zip', path: `a${HIDE}\nb` }),
      createArchiveReason('otherPeople'),
    ]);
    expect(refused.message).toMatch(
      /^a\.zip is not whole: a\\u\{1b\}\[2K\\u\{d\}\\u\{202e\}\\u\{a\}b is not in it\.\nThe import .+\.$/,
    );
  });
});
