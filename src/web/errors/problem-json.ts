// RFC 9457 problems with the error catalogue's codes.
import type { Response } from 'express';
import type { FieldDifference } from '#domain/refusal.js';
import { toValueJson } from '../http/field-values-json.js';
import type { RequestFailure } from './request-failure.js';
import { specificationHref } from '../addresses/page-addresses.js';
import { setChallengeHeader, setRetryAfterHeader } from './refusal-headers.js';

/** `application`: whose document source positions refer to. */
function problemOf(failure: RequestFailure, correlationId: string, application?: string) {
  const [first] = failure.reasons;
  return {
    type: 'about:blank',
    title: first?.message ?? 'Refused',
    status: failure.status,
    code: first?.code,
    ...(first?.remedy !== undefined && { detail: first.remedy }),
    instance: `urn:uuid:${correlationId}`,
    errors: failure.reasons.map(({ code, message, remedy, rule, fields, place, conditions }) => ({
      code,
      message,
      remedy,
      rule,
      fields,
      ...(code === 'PATTERN' && { pattern: conditions?.[0] }),
      ...(place && {
        section: place.section,
        line: place.line,
        ...(application !== undefined && { source: specificationHref(application, { line: place.line }) }),
      }),
    })),
    ...(failure.version !== undefined && {
      version: failure.version,
      differences: failure.differences.map(differenceOf),
    }),
    ...(failure.problems.length > 0 && { problems: failure.problems }),
  };
}

function differenceOf({ field, of, base, theirs, yours, by, for: principal, at }: FieldDifference) {
  const [before, other, own] = [base, theirs, yours].map((value) => toValueJson(of, value));
  return {
    field,
    seen: before,
    theirs: other,
    yours: own,
    by,
    ...(principal !== undefined && { for: principal }),
    at,
  };
}

/** `members`: extension members. */
export function sendProblem(
  response: Response,
  failure: RequestFailure,
  application?: string,
  members: object = {},
): void {
  const { correlationId } = response.req;
  response.statusCode = failure.status;
  response.setHeader('Content-Type', 'application/problem+json');
  response.setHeader('Cache-Control', 'no-store');
  setRetryAfterHeader(response, failure);
  if (failure.status === 401) setChallengeHeader(response, failure.reasons[0]?.code);
  response.end(JSON.stringify({ ...problemOf(failure, correlationId, application), ...members }));
}
