// Imported one by one, since the package's index loads six thousand; served as one cached sprite.
import { createHash } from 'node:crypto';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { __iconNode as notebook } from '@tabler/icons-react/dist/esm/icons/IconNotebook.mjs';
import { __iconNode as bell } from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import { __iconNode as check } from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { __iconNode as x } from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { __iconNode as alertTriangle } from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { __iconNode as infoCircle } from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import { __iconNode as plus } from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { __iconNode as pencil } from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { __iconNode as history } from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { __iconNode as lock } from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { __iconNode as list } from '@tabler/icons-react/dist/esm/icons/IconList.mjs';
import { __iconNode as layoutKanban } from '@tabler/icons-react/dist/esm/icons/IconLayoutKanban.mjs';
import { __iconNode as route } from '@tabler/icons-react/dist/esm/icons/IconRoute2.mjs';
import { __iconNode as download } from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { __iconNode as copy } from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { __iconNode as search } from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { __iconNode as chevronLeft } from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import { __iconNode as chevronRight } from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { __iconNode as columns3 } from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs';
import { __iconNode as arrowUp } from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { __iconNode as arrowDown } from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import { __iconNode as arrowRight } from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import { __iconNode as inbox } from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs';
import { __iconNode as calendarShare } from '@tabler/icons-react/dist/esm/icons/IconCalendarShare.mjs';

const drawings = {
  notebook,
  bell,
  check,
  x,
  alertTriangle,
  infoCircle,
  plus,
  pencil,
  history,
  lock,
  list,
  layoutKanban,
  route,
  download,
  copy,
  search,
  chevronLeft,
  chevronRight,
  columns3,
  arrowUp,
  arrowDown,
  arrowRight,
  inbox,
  calendarShare,
};

export const iconSprite = renderToStaticMarkup(
  <svg xmlns="http://www.w3.org/2000/svg">
    {Object.entries(drawings).map(([name, nodes]) => (
      <symbol key={name} id={name} viewBox="0 0 24 24">
        {nodes.map(([tag, attributes]) => createElement(tag, attributes))}
      </symbol>
    ))}
  </svg>,
);

/** Content hash, so that browsers can cache it indefinitely. */
export const ICON_SPRITE_FILE = `icons-${createHash('sha256').update(iconSprite).digest('hex').slice(0, 8)}.svg`;

interface Props {
  readonly size: number;
  readonly 'aria-hidden': true;
}

function icon(name: keyof typeof drawings) {
  const href = `/assets/${ICON_SPRITE_FILE}#${name}`;
  return ({ size, ...hidden }: Props) => (
    <svg className="db-icon" width={size} height={size} {...hidden}>
      <use href={href} />
    </svg>
  );
}

export const IconBook = icon('notebook');
export const IconBell = icon('bell');
export const IconCheck = icon('check');
export const IconClose = icon('x');
export const IconAlert = icon('alertTriangle');
export const IconInfo = icon('infoCircle');
export const IconPlus = icon('plus');
export const IconPencil = icon('pencil');
export const IconHistory = icon('history');
export const IconLock = icon('lock');
export const IconList = icon('list');
export const IconBoard = icon('layoutKanban');
export const IconMap = icon('route');
export const IconDownload = icon('download');
export const IconCopy = icon('copy');
export const IconRemove = icon('x');
export const IconSearch = icon('search');
export const IconLeft = icon('chevronLeft');
export const IconRight = icon('chevronRight');
export const IconColumns = icon('columns3');
export const IconUp = icon('arrowUp');
export const IconDown = icon('arrowDown');

export const IconInbox = icon('inbox');
export const IconCalendar = icon('calendarShare');
