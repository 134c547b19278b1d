// Island: live record. Says when somebody else changed the record on this page.
export {};
