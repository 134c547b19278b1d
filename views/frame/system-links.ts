import { CALLS_PATH, HOME_PATH, PEOPLE_PATH, ROLES_PATH, STATUS_PATH, TIMELINE_PATH } from '../addresses.js';
import type { MessageId } from '../messages/en/all.js';
import type { LayoutProps } from '../view-models/frame.js';

export type User = NonNullable<LayoutProps['user']>;

export function createSystemLinks({
  admin,
  auditor,
}: User): readonly (readonly [href: string, title: MessageId])[] {
  return [
    [HOME_PATH, 'frame.home'],
    ...(admin || auditor
      ? ([
          [TIMELINE_PATH, 'frame.audit'],
          [ROLES_PATH, 'frame.roles'],
        ] as const)
      : []),
    ...(admin
      ? ([
          [PEOPLE_PATH, 'frame.people'],
          [CALLS_PATH, 'frame.calls'],
          [STATUS_PATH, 'frame.status'],
        ] as const)
      : []),
  ];
}
