import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MalformedLogError } from '#import/malformed-log-error.js';
import type { LogTrace } from '#import/xes-log.js';
import { readXes } from '#import/xes-reader.js';

const folder = mkdtempSync(join(tmpdir(), 'daybook-xes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LOG = `<?xml version="1.0" encoding="UTF-8"?>
<log xes.version="1.0" xmlns="http://www.xes-standard.org/">
  <string key="creator" value="us"/>
  <global scope="trace"><string key="concept:name" value="?"/></global>
  <trace>
    <string key="concept:name" value="case &amp; 1"><string key="nested" value="kept"/></string>
    <event>
      <string key="concept:name" value="Register"/>
      <date key="time:timestamp" value="2011-04-13T14:02:31.199+02:00"/>
    </event>
    <event><string key="concept:name" value="Prüfen 👍"/></event>
  </trace>
  <trace><string key="concept:name" value="2"/></trace>
</log>
`;

async function read(content: string | Uint8Array): Promise<LogTrace[]> {
  const path = join(folder, 'log.xes');
  writeFileSync(path, content);
  const traces: LogTrace[] = [];
  for await (const trace of readXes(path)) traces.push(trace);
  return traces;
}

describe('an XES log', () => {
  it('gives its traces and events with their attributes and lines', async () => {
    const traces = await read(LOG);
    expect(traces.map((trace) => trace.line)).toEqual([5, 13]);
    expect(traces[0]!.attributes).toEqual([
      {
        key: 'concept:name',
        type: 'string',
        value: 'case & 1',
        line: 6,
        children: [{ key: 'nested', type: 'string', value: 'kept', line: 6 }],
      },
    ]);
    expect(traces[0]!.events.map((event) => [event.line, event.attributes[0]!.value])).toEqual([
      [7, 'Register'],
      [11, 'Prüfen 👍'],
    ]);
    expect(traces[0]!.events[0]!.attributes[1]).toMatchObject({ type: 'date', line: 9 });
  });

  it('reads the same when gzipped', async () => {
    expect(await read(gzipSync(LOG))).toEqual(await read(LOG));
  });

  it('names line and column where it ends in the middle of a tag', async () => {
    const cut = LOG.slice(0, LOG.indexOf('key="time:timestamp"'));
    await expect(read(cut)).rejects.toMatchObject({ name: 'MalformedLogError', line: 9 });
  });

  it.each([
    ['an empty file', ''],
    ['another XML document', '<html></html>'],
    ['no XML', 'case,activity\n1,Register\n'],
    ['binary', Uint8Array.from([0, 159, 146, 150, 255])],
    ['a cut gzip', gzipSync(LOG).subarray(0, 60)],
    [
      'a billion laughs',
      '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><log><trace><string key="k" value="&b;"/></trace></log>',
    ],
    ['deep nesting', '<log>' + '<list key="a">'.repeat(5000)],
  ])('refuses %s', async (_, content) => {
    await expect(read(content)).rejects.toBeInstanceOf(MalformedLogError);
  });

  it('tells a missing file as such', async () => {
    const missing = readXes(join(folder, 'none.xes'));
    await expect(missing[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('given any cut of a log, when it is read, then it is broken and never half a trace', async () => {
    const whole = await read(LOG);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: LOG.trimEnd().length - 1 }), async (at) => {
        const path = join(folder, 'cut.xes');
        writeFileSync(path, LOG.slice(0, at));
        const traces: LogTrace[] = [];
        const reading = (async () => {
          for await (const trace of readXes(path)) traces.push(trace);
        })();
        await expect(reading).rejects.toBeInstanceOf(MalformedLogError);
        expect(traces).toEqual(whole.slice(0, traces.length));
      }),
      { numRuns: 60 },
    );
  });
});
