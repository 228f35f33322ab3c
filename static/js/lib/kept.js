// The facts that a page keeps over a reload, in the storage of its tab. Where a browser has none they last while the page is open.

// The facts that this browser keeps for good, where it keeps anything.
export const ownStorage = () => {
  try {
    return localStorage;
  } catch {
    return undefined; // not allowed here
  }
};

// Null where nothing is kept, or nothing that can be read. `storage` may be another one.
export const readKept = (key, storage) => {
  try {
    return JSON.parse((storage ?? sessionStorage).getItem(key));
  } catch {
    return null;
  }
};

export const keep = (key, value, storage) => {
  try {
    (storage ?? sessionStorage).setItem(key, JSON.stringify(value));
  } catch {
    // no storage here
  }
};
