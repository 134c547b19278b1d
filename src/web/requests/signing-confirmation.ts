import { createHash } from 'node:crypto';
import type {
  SentConfirmation,
  SigningConfirmation,
  WayToSign,
} from '#identity/sign-in/signing-confirmation.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { signingHref } from '../addresses/system-addresses.js';
import { SIGNING_COOKIE } from '../http/cookies.js';
import { readForm } from '../http/request-body.js';
import type { RequestInput } from '../http/request-input.js';

/** As in SIGNATURE_INPUTS. */
const CODE_INPUT = '_code';

/** For forms; programs cannot confirm. `command`: the form's command id. */
export function readSigningConfirmation(
  request: Pick<RequestInput, 'body' | 'cookies' | 'path'>,
  command: string | undefined,
): SentConfirmation {
  // Without the code: after a wrong one, another comes.
  const entries = Object.entries(readForm(request))
    .filter(([name]) => name !== CODE_INPUT)
    .map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]);
  const form = createHash('sha256')
    .update(JSON.stringify([request.path, entries.sort()]))
    .digest('base64url');
  return { seal: request.cookies[SIGNING_COOKIE], command, form };
}

export interface ConfirmationOffer {
  readonly confirmHref?: string;
  /** What comes first, where nothing can be signed yet. */
  readonly before?: Exclude<WayToSign, 'confirm'>;
}

/** Members of a form to sign, for people without a password. */
export async function offerConfirmation(
  signing: Pick<SigningConfirmation, 'findWayToSign'>,
  { id, demo, hasPassword }: Pick<SignedInPerson, 'id' | 'demo' | 'hasPassword'>,
  command: string | undefined,
): Promise<ConfirmationOffer> {
  if (demo === true || hasPassword === true || command === undefined) return {};
  const way = await signing.findWayToSign(id);
  return way === 'confirm' ? { confirmHref: signingHref(command) } : { before: way };
}
