// Declared per handler or controller; undeclared routes require a signed-in person.
import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import type { TaskPhraseId } from '#specification/refusal-words/phrases.js';

/** Task named in the refusal; may depend on route parameters. */
type Task = TaskPhraseId | ((params: Readonly<Record<string, string>>) => TaskPhraseId);

export type AuthorizationRule =
  | { readonly for: 'everyone' }
  /** `idParam`: route parameter that must be an id; others are answered 404. */
  | { readonly for: 'admins'; readonly task: Task; readonly idParam?: string }
  /** `isReading`: changes nothing, whatever its method, so that API tokens that read may ask. */
  | { readonly for: 'auditors'; readonly task: Task; readonly isReading?: true };

export const AUTHORIZATION_RULE = 'authorization-rule';

const authorize = (rule: AuthorizationRule): CustomDecorator => SetMetadata(AUTHORIZATION_RULE, rule);

/** Only on handlers: at a controller, it would open what is added to it later. */
export const Public = (): MethodDecorator => authorize({ for: 'everyone' });

/** 401 without a session, 403 without the admin role. */
export const ForAdmins = (task: Task, options: { readonly idParam?: string } = {}): CustomDecorator =>
  authorize({ for: 'admins', task, ...options });

/** 401 without a session, 403 without the auditor or admin role. */
export const ForAuditors = (task: Task, options: { readonly isReading?: true } = {}): CustomDecorator =>
  authorize({ for: 'auditors', task, ...options });
