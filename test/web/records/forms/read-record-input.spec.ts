import { describe, expect, it } from '@jest/globals';
import type { Field } from '#specification/model/specification.js';
import { parseUrlEncodedForm } from '#web/http/request-body.js';
import { readRecordInput } from '#web/records/forms/record-form.js';

const field = (key: string, type: Field['type'], fields: readonly Field[] = []) =>
  ({ key, title: key, type, fields, choices: [] }) as unknown as Field;

const fields = [
  field('title', 'text'),
  field('lines', 'table', [field('item', 'text'), field('price', 'money'), field('taxed', 'boolean')]),
];

const typed = (body: string) => {
  const input = readRecordInput(parseUrlEncodedForm(body), fields);
  return JSON.parse(JSON.stringify(input)) as unknown;
};

describe('what was typed into a form', () => {
  it('is sorted into fields and rows', () => {
    expect(typed('title=Paper&lines.0.item=A4&lines.0.price=12.50&lines.1.item=A3')).toEqual({
      title: 'Paper',
      lines: [{ item: 'A4', price: '12.50' }, { item: 'A3' }],
    });
  });

  it('keeps rows in order and loses the gaps, however far apart they pretend to be', () => {
    expect(typed('lines.999999999.item=last&lines.7.item=first')).toEqual({
      lines: [{ item: 'first' }, { item: 'last' }],
    });
  });

  it('does not hold what only steers the form', () => {
    expect(typed('_command=abc&_seen=3&_rows=more&choose.title=theirs&title=x')).toEqual({ title: 'x' });
  });

  it('hands on what no form of ours holds, for the domain to refuse', () => {
    const input = readRecordInput(
      parseUrlEncodedForm('__proto__=x&constructor=y&admin=true&lines.0.__proto__=z'),
      fields,
    );
    expect(Object.keys(input)).toEqual(['__proto__', 'constructor', 'admin', 'lines']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('leaves a field as it is that may be written and not seen, where nothing was written', () => {
    expect(typed('_unseen=title&title=')).toEqual({});
    expect(typed('_unseen=title&title=new')).toEqual({ title: 'new' });
  });
});
