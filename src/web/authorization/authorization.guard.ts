// Decides before every handler whether the person who sends the request may use the route.
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import { AUTHORIZATION_RULE, type AuthorizationRule } from './authorization.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { requireViewer } from './commands.js';
import { isId } from '../addresses/page-addresses.js';

@Injectable()
export class AuthorizationGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** Throws `Refused` NOT_SIGNED_IN, NOT_FOUND or NOT_PERMITTED, and `ReadModelsUnavailable` where sessions cannot be verified. */
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
  if (rule.for === 'admins' && rule.idParam !== undefined && !isId(params[rule.idParam] ?? ''))
    throw builtInRefusal('NOT_FOUND');
  if (person.admin || (rule.for === 'auditors' && person.auditor)) return;
  const task = typeof rule.task === 'string' ? rule.task : rule.task(params);
  const who = createPhrase(rule.for === 'admins' ? 'who.admins' : 'who.auditors-and-admins');
  throw builtInRefusal('NOT_PERMITTED', { what: createPhrase(task), who });
}
