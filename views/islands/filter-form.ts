// Island: filter form. Submits as you choose.
export {};
