// The words of a page: render() sets the language of the page's frame around it.
import { createContext, use } from 'react';
import { translatorFor, type Translate } from './translate.js';

export const Messages = createContext<Translate>(translatorFor('en'));

/** For components, and for functions that they call while they are rendered, in loops and branches as well. */
export const useMessages = (): Translate => use(Messages);
