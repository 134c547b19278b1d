import type { Screen } from '#specification/model/specification.js';
import type { RecordRequest } from '../requests/record-request.js';
import { assertCanSeeScreen } from '../addresses/visible-screens.js';

/** Throws `Refused` NOT_PERMITTED with the screen's roles. */
export function requireVisibleScreen({ route, specification, viewer }: RecordRequest, now: string): Screen {
  const screen = route.screen!;
  assertCanSeeScreen(screen, specification, viewer, now);
  return screen;
}
