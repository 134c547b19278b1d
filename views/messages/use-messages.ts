// The words of a page: render() sets the language of the page's frame around it.
import { createContext, useContext } from 'react';
import { translatorFor, type Translate } from './translate.js';

export const Messages = createContext<Translate>(translatorFor('en'));

export const useMessages = (): Translate => useContext(Messages);
