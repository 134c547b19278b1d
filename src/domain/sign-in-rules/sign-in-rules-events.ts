// The rules of the whole installation on signing in. The shape is the storage format: add an upcast before changing it.
import type { Event, EventTypeMap } from '../event.js';

export interface SignInRules {
  /** Who needs a second factor; others may set one up. `admins`: and auditors. */
  readonly secondFactor: 'nobody' | 'admins' | 'roles' | 'all';
  /** `<application>.<role>`, for `roles`. */
  readonly roles: readonly string[];
  /** true: at a sign-in by a provider, too, though it usually asks for one itself. Missing: false. */
  readonly atProviders?: boolean;
  /** 0: no browser is remembered. */
  readonly rememberDays: number;
  /** Minutes without a request, after which a session ends. `admins`: and auditors. */
  readonly inactivity: { readonly admins: number; readonly others: number };
}

export type SignInRulesChosen = Event<'sign-in-rules.chosen', SignInRules>;

export const signInRulesEventTypes: EventTypeMap<SignInRulesChosen> = {
  'sign-in-rules.chosen': {
    stream: 'rules-sign-in',
    when: 'An administrator chose the rules on signing in. They count from the next sign-in on; those on inactivity within a minute.',
    title: 'Sign-in rules chosen',
    kind: 'person',
    verbPhrase: 'chose the rules on signing in',
    members: {
      secondFactor:
        'of whom a second factor is asked: `nobody`, `admins` (and auditors), `roles` or `all`; others may set one up',
      roles: 'for `roles`: those that are asked, as `<application>.<role>`',
      atProviders:
        'whether a second factor is asked at a sign-in by a provider, too; missing: no, as providers usually ask for one themselves',
      rememberDays: 'for how many days a browser is remembered after a code; 0: never',
      inactivity:
        'minutes without a request after which a session ends: `admins` (and auditors), and `others`',
    },
    upcasts: [],
  },
};
