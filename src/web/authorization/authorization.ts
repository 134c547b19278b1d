// Who may use a route, declared on its handler or on its controller. A route that declares nothing asks for a signed-in person.
import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import type { TaskId } from '#specification/refusal-words/message-parameters.js';

/** What a refusal calls the task; where one route serves several tasks, by the parameters of its address. */
type Task = TaskId | ((params: Readonly<Record<string, string>>) => TaskId);

export type AuthorizationRule =
  | { readonly for: 'everyone' }
  /** `idParam`: parameter of the address that holds an id; an address without one is answered 404, to admins as to others. */
  | { readonly for: 'admins'; readonly task: Task; readonly idParam?: string }
  | { readonly for: 'auditors'; readonly task: Task };

export const AUTHORIZATION_RULE = 'authorization-rule';

const authorize = (rule: AuthorizationRule): CustomDecorator => SetMetadata(AUTHORIZATION_RULE, rule);

/** Answers everybody, signed in or not. */
export const Public = (): CustomDecorator => authorize({ for: 'everyone' });

/** Refuses everybody but admins of the installation: 401 without a session, 403 with one. */
export const ForAdmins = (task: Task, options: { readonly idParam?: string } = {}): CustomDecorator =>
  authorize({ for: 'admins', task, ...options });

/** Refuses everybody but auditors and admins of the installation: 401 without a session, 403 with one. */
export const ForAuditors = (task: Task): CustomDecorator => authorize({ for: 'auditors', task });
