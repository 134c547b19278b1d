// Reports are true, fit on a line, and their remedies work literally.
import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import { collectNamesOption } from '#cli/import-options.js';
import { describeImport } from '#cli/describe-import.js';
import { formatIgnoreOption } from '#domain/record/import/format-ignore-option.js';
import { DESK, Importing, log, TICKETS, trace, type Said } from './importing.js';
import { anyText } from '#test/any-text.js';

let here: Importing | undefined;
const given = (specification = DESK) => (here = new Importing(specification, TICKETS));
afterEach(() => here?.remove());

const ASSIGNED: Said = { activity: 'Assign seriousness', at: '2024-03-01T09:00:00+01:00' };

describe('what leaves an attribute out', () => {
  const asShellsRead = (words: string) =>
    execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${words}`])
      .toString()
      .split('\0')
      .slice(0, -1);
  const onPosix = process.platform === 'win32' ? it.skip : it;
  if (process.platform === 'win32') console.warn('Windows has no POSIX shell: not asked how one reads it.');

  onPosix.each(['org:group', 'Amount, net', ', ', '$(id)', '`id`', 'a"b', "it's", 'a\\,b', '', ' x', '!!'])(
    '(%j) is left out by what is advised',
    (key) => {
      const [option, word] = asShellsRead(formatIgnoreOption(key));
      expect([option, collectNamesOption(word!)]).toEqual(['--ignore', [key]]);
    },
  );

  it('is taken as it is meant, whatever its name', () => {
    fc.assert(
      fc.property(anyText(), fc.constantFrom('a', 'org:role'), (key, other) => {
        const escaped = key.replace(/[\\,]/g, String.raw`\$&`);
        expect(collectNamesOption(escaped)).toEqual([key]);
        fc.pre(key.trim() !== '');
        expect(collectNamesOption(`${escaped}, ${other}`)).toEqual([key, other]);
      }),
    );
  });

  it('is advised for names of all kinds, and the alias is YAML', async () => {
    const key = 'the &quot;net&quot; sum, $(id)';
    const { refusals } = await given().import(
      log([trace('1', [ASSIGNED], `<string key="${key}" value="1"/>`)]),
    );
    const remedy = refusals[0]!.misfits[0]!.remedy!;
    expect(parse(/`(alias: .*?)`,/.exec(remedy)![1]!)).toEqual({ alias: 'the "net" sum, $(id)' });
    expect(remedy).toContain(formatIgnoreOption('the "net" sum, $(id)'));
  });

  it('and is nowhere in the log is told', async () => {
    const said = log([trace('1', [{ ...ASSIGNED, by: 'Ada', more: '<string key="room" value="1"/>' }])]);
    const report = await given().import(said, { ignore: ['org:recource', 'room'], dryRun: true });
    expect(report.notMet).toEqual(['org:recource']);
    expect(describeImport('log.xes', report, { dryRun: true })).toContain(
      '--ignore org:recource left nothing out: no case and no event has such an attribute\n',
    );
  });
});

describe('a report', () => {
  it('says one thing a line, however long or strange the names in a log are', () => {
    const name = `${'x'.repeat(5_000)}\n\u202egnp\u009b31m`;
    const misfits = [{ line: 7, message: `no field takes \`a\nb\``, remedy: 'Leave it out.' }];
    const causes = [{ cause: 'c\nd', count: 1, line: 7, trace: name, message: 'c\nd', remedy: 'e\nf' }];
    const counts = {
      traces: 1,
      imported: 0,
      grown: 0,
      already: 0,
      events: 0,
      refused: 1,
      twice: 0,
      unsent: 0,
      ofTheLog: 0,
    };
    const report = {
      ...counts,
      refusals: [{ trace: name, line: 7, misfits }],
      causes,
      leftOut: {},
      notMet: [],
    };
    for (const dryRun of [true, false]) {
      const lines = describeImport('log.xes', report, { dryRun }).split('\n');
      expect(lines).toHaveLength(dryRun ? 4 : 3);
      for (const line of lines) {
        expect(line.length).toBeLessThan(300);
        expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
      }
    }
  });

  it('of a rehearsal is the same as of the import, of values that two cases want', async () => {
    const claiming = '<string key="reference" value="A-1"/>';
    const cases = ['1', '2', '3'].map((name) => trace(name, [ASSIGNED], claiming));
    given();
    const [rehearsed, done] = [
      await here!.import(log(cases), { dryRun: true }),
      await here!.import(log(cases)),
    ];
    expect(rehearsed.refusals.map(({ misfits: misfits }) => misfits)).toEqual(
      done.refusals.map(({ misfits: misfits }) => misfits),
    );
    expect(done.causes).toMatchObject([{ count: 2, message: 'Reference “A-1” is taken.' }]);
  });

  it('counts values that are taken, and numbers that mean two things, as one cause', async () => {
    const traces = ['A-1', 'A-2', 'A-1', 'A-2'].map((value, index) =>
      trace(String(index), [ASSIGNED], `<string key="reference" value="${value}"/>`),
    );
    const numbers = ['1.234', '2.345'].map((value, index) =>
      trace(`n${index}`, [ASSIGNED], `<string key="effort" value="${value}"/>`),
    );
    const { causes } = await given().import(log([...traces, ...numbers]));
    expect(causes.map(({ count }) => count)).toEqual([2, 2]);
  });

  it('lists choices by their values, which are what a log has to say', async () => {
    const choice = DESK.replace(
      'answer: { type: text }',
      'answer: { type: choice, of: { y: Agreed, no: no } }',
    );
    const { refusals } = await given(choice).import(
      log([trace('1', [ASSIGNED], '<string key="answer" value="Agreed"/>')]),
    );
    expect(refusals[0]!.misfits[0]).toMatchObject({
      message: 'Answer cannot be “Agreed”.',
      remedy: 'Choose one of: y (Agreed), no.',
    });
  });
});
