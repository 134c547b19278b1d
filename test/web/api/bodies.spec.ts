// Clients depend on these words.
import { describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { Refused } from '#domain/refusal.js';
import { readRecordWriteBody, type createBodySchemaByKind } from '#web/json/record-bodies.js';

type Kind = keyof typeof createBodySchemaByKind;
const ID = uuid();

function why(kind: Kind, json: string): string | undefined {
  try {
    readRecordWriteBody(JSON.parse(json), kind);
  } catch (error) {
    expect(error).toBeInstanceOf(Refused);
    const [{ code, message } = { code: '', message: '' }] = (error as Refused).reasons;
    expect(code).toBe('BAD_REQUEST');
    return message;
  }
  return undefined;
}

describe('a body that is refused', () => {
  it.each<[Kind, string, string]>([
    ['form', '[]', 'a JSON object was expected'],
    ['form', '7', 'a JSON object was expected'],
    ['form', '{"feilds":{}}', 'there is no “feilds” here, only “fields”, “id”'],
    ['form', '{"__proto__":{"fields":{}}}', 'there is no “__proto__” here, only “fields”, “id”'],
    ['form', '{"fields":[1]}', '“fields” has to be an object'],
    ['form', '{"fields":null}', '“fields” has to be an object'],
    ['form', '{"id":"x","fields":{}}', '“id” has to be a UUID'],
    ['form', '{"id":1}', '“id” has to be a UUID'],
    ['form', `{"id":"${ID.toUpperCase()}"}`, '“id” has to be a UUID'],
    ['form', '{"fields":7,"id":7}', '“id” has to be a UUID'],
    ['edit', '{"reason":"x"}', 'there is no “reason” here, only “fields”'],
    ['action', '{"to":"x"}', 'there is no “to” here, only “fields”, “reason”'],
    ['action', '{"reason":7}', '“reason” has to be text'],
    ['action', '{"reason":null}', '“reason” has to be text'],
    ['action', '{"fields":7,"reason":7}', '“reason” has to be text'],
    ['comment', '{"text":7}', '“text” has to be text'],
    ['comment', '{"fields":{}}', 'there is no “fields” here, only “text”'],
    ['assign', '{}', '“to” is missing'],
    ['assign', '{"to":7}', '“to” has to be text'],
  ])('for %s, %s: %s', (kind, json, words) => {
    expect(why(kind, json)).toContain(words);
  });

  it('is one of a form, whatever type it says it has', () => {
    expect(() => readRecordWriteBody(Object.create(null), 'edit')).toThrow('a JSON object was expected');
  });
});

describe('a body that is read', () => {
  it.each<[Kind, string]>([
    ['form', 'null'],
    ['form', '{"id":null}'],
    ['edit', '{}'],
    ['action', '{}'],
    ['comment', '{}'],
    ['assign', '{"to":null}'],
  ])('for %s is %s as well', (kind, json) => {
    expect(why(kind, json)).toBeUndefined();
  });

  it('hands on the fields as they came, to the strangest name', () => {
    const fields = JSON.parse('{"__proto__":1,"constructor":2,"title":3}') as object;
    expect(readRecordWriteBody({ fields }, 'edit').fields).toBe(fields);
  });
});
