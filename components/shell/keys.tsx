/** Keys to press, one after the other or together, as they are written on a keyboard. */
export const Keys = ({ keys }: { keys: string }) => (
  <span className="inline-flex gap-1">
    {keys.split(" ").map((key) => (
      <kbd key={key} className="rounded-[4px] border bg-subtle px-1.5 capitalize">
        {key}
      </kbd>
    ))}
  </span>
);
