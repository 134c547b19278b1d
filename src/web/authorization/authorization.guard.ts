import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import { AUTHORIZATION_RULE, type AuthorizationRule } from './authorization.decorators.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { requireViewer } from './command-sender.js';
import { isRecordId } from '#domain/stream-names.js';

@Injectable()
export class AuthorizationGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /**
   * Throws `Refused` NOT_SIGNED_IN, NOT_FOUND or NOT_PERMITTED, and `ReadModelsUnavailable` if sessions cannot be
   * verified.
   */
  canActivate(context: ExecutionContext): true {
    const targets = [context.getHandler(), context.getClass()];
    const rule = this.reflector.getAllAndOverride<AuthorizationRule | undefined>(AUTHORIZATION_RULE, targets);
    if (rule?.for !== 'everyone') authorizePerson(context.switchToHttp().getRequest<Request>(), rule);
    return true;
  }
}

function authorizePerson(
  request: Request,
  rule: Exclude<AuthorizationRule, { readonly for: 'everyone' }> | undefined,
): void {
  const person = requireViewer(request);
  if (!rule) return;
  const params = request.params as Readonly<Record<string, string>>;
  if (rule.for === 'admins' && rule.idParam !== undefined && !isRecordId(params[rule.idParam] ?? ''))
    throw createBuiltInRefusal('NOT_FOUND');
  if (person.admin || (rule.for === 'auditors' && person.auditor)) return;
  const task = typeof rule.task === 'string' ? rule.task : rule.task(params);
  const who = createPhrase(rule.for === 'admins' ? 'who.admins' : 'who.auditors-and-admins');
  throw createBuiltInRefusal('NOT_PERMITTED', { what: createPhrase(task), who });
}
