// Loaded into a web process before anything else: SIGUSR2 makes its wall clock differ by as many milliseconds as BENCH_CLOCK says.
import { readFileSync } from "node:fs";

const RealDate = Date;
let offset = 0;
globalThis.Date = class extends RealDate {
  // Of its own, because Next copies what is.
  static UTC = RealDate.UTC;
  static parse = RealDate.parse;

  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offset);
    else super(...given);
  }

  static now() {
    return RealDate.now() + offset;
  }
};
process.on("SIGUSR2", () => {
  offset = Number(readFileSync(process.env.BENCH_CLOCK ?? "", "utf8"));
});
