// The installation's own pages that a person may enter.
import { CALLS, HOME, PEOPLE, STATUS, TIMELINE } from '../addresses.js';
import type { MessageId } from '../messages/en/all.js';
import type { LayoutProps } from '../view-models/frame.js';

export type User = NonNullable<LayoutProps['user']>;

export function createSystemLinks({
  admin,
  auditor,
}: User): readonly (readonly [href: string, title: MessageId])[] {
  return [
    [HOME, 'frame.home'],
    ...(admin || auditor ? ([[TIMELINE, 'frame.audit']] as const) : []),
    ...(admin
      ? ([
          [PEOPLE, 'frame.people'],
          [CALLS, 'frame.calls'],
          [STATUS, 'frame.status'],
        ] as const)
      : []),
  ];
}
