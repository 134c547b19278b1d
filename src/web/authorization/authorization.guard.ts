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
   * Throws `Refused` NOT_SIGNED_IN, NOT_FOUND, NOT_PERMITTED and those of API tokens, and `ReadModelsUnavailable` if
   * sessions cannot be verified.
   */
  canActivate(context: ExecutionContext): true {
    const targets = [context.getHandler(), context.getClass()];
    const rule = this.reflector.getAllAndOverride<AuthorizationRule | undefined>(AUTHORIZATION_RULE, targets);
    const request = context.switchToHttp().getRequest<Request>();
    authorizeProgram(request, rule);
    if (rule?.for !== 'everyone') authorizePerson(request, rule);
    return true;
  }
}

const READING = new Set(['GET', 'HEAD']);

const isReading = (method: string, rule: AuthorizationRule | undefined): boolean =>
  READING.has(method) || (rule?.for === 'auditors' && rule.isReading === true);

/**
 * API tokens read, and write within applications. Those of one application are answered about it alone. Both hold for
 * routes that declare nothing.
 */
function authorizeProgram({ signedIn, method, params }: Request, rule: AuthorizationRule | undefined): void {
  const program = signedIn?.program;
  if (!program) return;
  const application = (params as Readonly<Record<string, string>>)['application'];
  if (program.application !== null && application === undefined)
    throw createBuiltInRefusal('TOKEN_OF_APPLICATION', { application: program.application });
  if (program.application !== null && application !== program.application)
    throw createBuiltInRefusal('NOT_FOUND');
  if (isReading(method, rule)) return;
  if (!program.canWrite) throw createBuiltInRefusal('TOKEN_READS_ONLY');
  if (application === undefined) throw createBuiltInRefusal('NOT_FOR_TOKENS');
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
