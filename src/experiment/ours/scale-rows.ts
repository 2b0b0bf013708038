import { gotInstead, problem } from "../../base/error.js";
import type { ScalePlan } from "./scale-plan.js";

const UNITS = ["", "k", "M", "G", "T", "P"] as const;

/** Two digits and a unit of thousands: 0.28, 386, 12 G. */
export function inShort(value: number): string {
  if (value < 1000) return value >= 100 ? value.toFixed(0) : `${Number(value.toPrecision(2))}`;
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(value) / 3 + 1e-12));
  const scaled = value / 1000 ** power;
  return `${scaled >= 100 ? scaled.toFixed(0) : Number(scaled.toPrecision(2))} ${UNITS[power]}`;
}

/** A plan as a row of texts, for tables in documents and notebooks. @throws "option" for what is no plan */
export function planRow(plan: ScalePlan): Readonly<Record<string, string>> {
  if (typeof plan?.pages !== "number")
    throw problem.option`planRow takes a plan: planRow(scalePlan(1e9)); ${gotInstead(plan)}`;
  const bytes = (value: number) => (value < 1000 ? `${inShort(value)} B` : `${inShort(value)}B`);
  return {
    pages: `10^${Math.round(Math.log10(plan.pages))}`,
    "pages/s": inShort(plan.pagesPerSecond),
    "cores busy": inShort(plan.cores),
    processes: `${plan.processes}`,
    machines: `${plan.machines} (${plan.limit})`,
    URLs: inShort(plan.urls),
    memory: bytes(plan.memory),
    disk: bytes(plan.disk),
    "bytes/s": bytes(plan.bytesPerSecond),
    "links met/s": inShort(plan.metPerSecond),
    "cross %": (100 * plan.cross).toFixed(1),
    "URLs sent/s": inShort(plan.sentPerSecond),
    "messages/s": inShort(plan.messagesPerSecond),
    "sent/s": bytes(plan.sentBytesPerSecond),
  };
}
