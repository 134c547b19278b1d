import type { ErrorPage } from '#views/view-models/system.js';
import { frame, systemFrame } from './frame.js';
import { ownRequest } from './refusals.js';

const builtIn = (code: string, message: string, remedy: string) => ({ code, message, remedy, fields: [] });

export const error: ErrorPage = {
  frame: frame('Not permitted', '/purchasing/requests/id-248/actions/approve'),
  status: 403,
  heading: 'You may not do that',
  refusals: [ownRequest],
  links: [
    { href: '/purchasing/requests/id-248', title: 'Back to PR-2026-0248' },
    { href: '/purchasing/requests', title: 'Requests' },
  ],
  correlation: undefined,
};

export const notFound: ErrorPage = {
  ...error,
  frame: systemFrame('Not found', '/nowhere'),
  status: 404,
  heading: 'There is nothing here',
  refusals: [
    builtIn('NOT_FOUND', 'There is nothing at this address.', 'Check the address, or start from Home.'),
  ],
  links: [{ href: '/', title: 'Applications' }],
};

export const away: ErrorPage = {
  ...notFound,
  frame: { ...systemFrame('Not available just now', '/purchasing/requests/new'), user: undefined },
  status: 503,
  heading: 'Not available just now',
  refusals: [
    builtIn(
      'NOT_READABLE',
      'Nothing can be looked up just now.',
      'What is saved is safe. Try again in a moment.',
    ),
  ],
  again: {
    files: [],
    action: '/purchasing/requests/new',
    inputs: {
      _command: '0199aa00-0000-7000-8000-00000000c0de',
      title: 'Two monitors',
      'lines.0.item': 'Monitor',
      'lines.0.price': '249.90',
      reason: 'The old ones flicker.\nBoth of them.',
    },
    typed: ['title', 'lines.0.item', 'lines.0.price', 'reason'],
    passwords: [],
  },
};

export const signedOut: ErrorPage = {
  ...away,
  frame: { ...systemFrame('Please sign in', '/purchasing/requests/new'), user: undefined },
  status: 401,
  heading: 'Please sign in',
  refusals: [builtIn('NOT_SIGNED_IN', 'You are not signed in.', 'Sign in and try again.')],
  signIn: '/-/sign-in',
  links: [{ href: '/', title: 'Home' }],
};

export const awayAtSignIn: ErrorPage = {
  ...away,
  frame: { ...systemFrame('Not available just now', '/-/sign-in'), user: undefined },
  again: {
    files: [],
    action: '/-/sign-in',
    inputs: { next: '/', name: 'mia' },
    typed: ['name'],
    passwords: ['password'],
  },
};

export const internal: ErrorPage = {
  ...notFound,
  frame: { ...systemFrame('Something went wrong', '/purchasing/requests'), user: undefined },
  status: 500,
  heading: 'Something went wrong on our side',
  refusals: [
    builtIn(
      'INTERNAL',
      'Something went wrong on our side.',
      'Try again; if it stays so, tell an admin the number below.',
    ),
  ],
  correlation: '0199aa00-0000-7000-8000-00000000c0de',
};

/** A search beyond its limit. */
export const takesTooLong: ErrorPage = {
  ...notFound,
  frame: systemFrame('That takes too long', '/purchasing/requests?q=e'),
  status: 422,
  heading: 'That takes too long',
  refusals: [
    builtIn(
      'TAKES_TOO_LONG',
      'This question takes too long to answer.',
      'Narrow it: by a filter, by a shorter span of time, or by a longer or rarer word to search for.',
    ),
  ],
  links: [
    { href: '/purchasing/requests', title: 'Requests' },
    { href: '/', title: 'Applications' },
  ],
};

export const tooManyDownloads: ErrorPage = {
  ...takesTooLong,
  frame: systemFrame('Too many at once', '/purchasing/requests.csv'),
  status: 429,
  heading: 'Too many at once',
  refusals: [
    builtIn(
      'TOO_MANY_DOWNLOADS',
      'You are downloading 2 files already.',
      'Wait until one of them is complete, and try again.',
    ),
  ],
};
