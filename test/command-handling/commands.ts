// People and records with recognisable ids.
import {
  ChangeRecord,
  OpenRecord,
  TakeAction,
  CommentRecord,
  type RecordInput,
} from '#domain/record/record-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import type { Writing } from './writing.js';

export const recordId = (index: number) => `01930000-0000-7000-8000-${String(index).padStart(12, '0')}`;

let commands = 0;
export const context = (actor: string, commandId = `command-${++commands}`) => ({ actor, commandId });

const on = (index: number, actor: string, commandId?: string) => ({
  application: 'purchasing',
  entity: 'Request',
  id: recordId(index),
  context: context(actor, commandId),
});

export const open = (index: number, actor: string, input: RecordInput, commandId?: string) =>
  new OpenRecord({ ...on(index, actor, commandId), input });
export const change = (index: number, actor: string, input: RecordInput, seen: number, commandId?: string) =>
  new ChangeRecord({ ...on(index, actor, commandId), input, baseVersion: seen });
export const act = (index: number, actor: string, action: string, seen: number, input: RecordInput = {}) =>
  new TakeAction({ ...on(index, actor), action, input, baseVersion: seen });
export const comment = (index: number, actor: string, text: string) =>
  new CommentRecord({ ...on(index, actor), text });

export async function withPeople({ bus }: Writing): Promise<void> {
  const roles = (role: string) => [{ application: 'purchasing', role }];
  const register = (id: string, given: { application: string; role: string }[]) =>
    bus.execute(new RegisterUser({ id, name: id, roles: given, context: context('system') }));
  await register('ada', []);
  await register('bert', roles('budgetHolder'));
  await register('fay', roles('finance'));
  await register('root', [{ application: '-', role: 'admin' }]);
}
