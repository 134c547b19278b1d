import { createContext, use } from 'react';
import { translatorFor, type Translate } from './translate.js';

export const MessagesContext = createContext<Translate>(translatorFor('en'));

/** Unlike other hooks, also allowed in loops and branches. */
export const useMessages = (): Translate => use(MessagesContext);
