// The few icons there are, each from its own file: the package's index would load six thousand.
export { default as IconBook } from '@tabler/icons-react/dist/esm/icons/IconNotebook.mjs';
export { default as IconCheck } from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
export { default as IconAlert } from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
export { default as IconInfo } from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
export { default as IconPlus } from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
export { default as IconPencil } from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
export { default as IconLock } from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
export { default as IconList } from '@tabler/icons-react/dist/esm/icons/IconList.mjs';
export { default as IconBoard } from '@tabler/icons-react/dist/esm/icons/IconLayoutKanban.mjs';
export { default as IconDownload } from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
export { default as IconSearch } from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
export { default as IconLeft } from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
export { default as IconRight } from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
export { default as IconUp } from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
export { default as IconDown } from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
export { default as IconArrow } from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
export { default as IconInbox } from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs';
