// Programs depend on these statuses.
import type { Response } from 'express';
import { describe, expect, it } from '@jest/globals';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import { BUILT_IN_ERRORS, type BuiltInCode } from '#specification/built-in-errors/built-in-errors.js';
import { setRetryAfterHeader } from '#web/errors/refusal-headers.js';
import { toRequestFailure } from '#web/errors/request-failure.js';

const ANSWERED: Readonly<Record<number, readonly BuiltInCode[]>> = {
  400: ['BAD_REQUEST'],
  401: [
    'NOT_SIGNED_IN',
    'ACCOUNT_LOCKED',
    'WRONG_PASSWORD',
    'TOKEN_NOT_ACCEPTED',
    'CREDENTIALS_MISSING',
    'CREDENTIALS_WRONG',
    'PROGRAMS_NEED_TOKENS',
    'PASSWORD_NOT_ENOUGH',
    'SECOND_FACTOR_NEEDED',
    'SECOND_FACTOR_WRONG',
  ],
  403: [
    'UNSIGNED',
    'NOT_PERMITTED',
    'FIELD_NOT_PERMITTED',
    'SEPARATION_OF_DUTIES',
    'SIGNATURE_WRONG',
    'SIGNATURE_UNCONFIRMED',
    'SIGNATURE_BY_ANOTHER',
    'CROSS_SITE',
    'PASSWORD_TO_BE_CHANGED',
    'PASSWORDS_OFF',
    'PROVIDER_DENIED',
    'PROVIDER_ANSWER_INVALID',
    'PERSON_NOT_INVITED',
    'NOT_DELEGATED',
    'NO_DEPUTY',
    'TOKEN_READS_ONLY',
    'TOKEN_OF_APPLICATION',
    'NOT_FOR_TOKENS',
  ],
  404: ['NO_SUCH_ACTION', 'NOT_FOUND'],
  405: ['WRONG_METHOD'],
  409: [
    'NOT_UNIQUE',
    'SEPARATION_UNCLEAR',
    'APPROVALS_NEEDED',
    'APPROVALS_UNCLEAR',
    'SIGNATURE_NEEDED',
    'SIGNATURE_OUTDATED',
    'SIGNER_WITHOUT_PASSWORD',
    'SPOKEN_ALREADY',
    'ROUND_REFUSED',
    'NOT_WAITED_FOR',
    'NO_ROUND',
    'NOTHING_TO_TAKE_BACK',
    'CALL_STATE',
    'WRONG_STATE',
    'FINAL_STATE',
    'GUARD',
    'CHANGED_MEANWHILE',
    'ID_TAKEN',
    'IMPORT_DIFFERS',
    'ALREADY_OPEN',
    'NO_PASSWORD',
    'SIGN_IN_NAME_TAKEN',
    'IDENTITY_TAKEN',
    'CONSTANTS_CHANGED',
    'HELD',
    'NOT_DUE',
    'NO_RETENTION',
  ],
  410: ['LINK_SPENT', 'ERASED', 'PROVIDER_SIGN_IN_EXPIRED'],
  413: ['TOO_LARGE_REQUEST', 'TOO_LARGE_TO_STORE'],
  422: [
    'REQUIRED',
    'WRONG_TYPE',
    'AMBIGUOUS_NUMBER',
    'TOO_LONG',
    'TOO_SMALL',
    'TOO_LARGE',
    'PATTERN',
    'NOT_A_CHOICE',
    'NO_SUCH_RECORD',
    'NO_SUCH_PERSON',
    'PERSON_FROM_LOG',
    'PERSON_LACKS_ROLE',
    'TOO_MANY_ROWS',
    'FILE_TYPE',
    'FILE_ENDING',
    'FILE_TOO_LARGE',
    'TOO_MANY_FILES',
    'NO_SUCH_FILE',
    'UNKNOWN_FIELD',
    'COMPUTED_FIELD',
    'REASON_REQUIRED',
    'EMPTY_COMMENT',
    'RULE',
    'TOO_MUCH_TO_COMPUTE',
    'COMMAND_REUSED',
    'AND_MORE',
    'GUESSABLE_PASSWORD',
    'OLD_PASSWORD_WRONG',
    'WEAK_PASSWORD',
    'NAME_NOT_POSSIBLE',
    'SPECIFICATION_BROKEN',
    'TAKES_TOO_LONG',
    'ANSWER_TOO_LARGE',
    'CONSTANT_FROM',
    'NOTHING_CHANGED',
    'NO_SUCH_KEY',
  ],
  428: ['VERSION_MISSING'],
  429: ['LIMIT_REACHED', 'TOO_MANY_REQUESTS', 'TOO_MANY_ATTEMPTS', 'TOO_MANY_DOWNLOADS'],
  500: ['INTERNAL'],
  503: [
    'UNAVAILABLE',
    'PROVIDER_UNAVAILABLE',
    'NEWER_VERSION',
    'ADMIN_CHANGING',
    'DISK_FULL',
    'DAMAGED',
    'RIGHT_MISSING',
    'LOG_REPLACED',
    'KEYS_MISSING',
    'REBUILDING',
    'NOT_READABLE',
    'NOT_YET',
    'BUSY',
    'PAGE_TAKES_TOO_LONG',
  ],
};

describe('refusals over HTTP', () => {
  it('answers each error of the catalogue as it always has', () => {
    const answered = Object.entries(ANSWERED).flatMap(([status, codes]) =>
      codes.map((code) => [code, Number(status)]),
    );
    const found = (Object.keys(BUILT_IN_ERRORS) as BuiltInCode[]).map((code) => [
      code,
      toRequestFailure(new Refused([createBuiltInReason(code)])).status,
    ]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(answered));
  });

  it('says in a header, too, how long it is to be waited where the words say it', () => {
    const headerOf = (reason: ReturnType<typeof createBuiltInReason>) => {
      const headers = new Map<string, string>();
      const response = { setHeader: (name: string, value: string) => headers.set(name, value) };
      setRetryAfterHeader(response as unknown as Response, toRequestFailure(new Refused([reason])));
      return headers.get('Retry-After');
    };
    const seconds = { with: { seconds: 4 } };
    expect(headerOf(createBuiltInReason('TOO_MANY_REQUESTS', seconds))).toBe('4');
    expect(headerOf(createBuiltInReason('ADMIN_CHANGING', seconds))).toBe('4');
    for (const code of ANSWERED[503]!.filter((each) => each !== 'ADMIN_CHANGING'))
      expect([code, headerOf(createBuiltInReason(code))]).toEqual([code, undefined]);
  });

  it('answers with the status that a document asks for, and otherwise with that of the kind', () => {
    expect(
      toRequestFailure(new Refused([{ ...createBuiltInReason('RULE'), declaredStatus: 502 }])).status,
    ).toBe(502);
    expect(toRequestFailure(new Refused([])).status).toBe(422);
  });
});
