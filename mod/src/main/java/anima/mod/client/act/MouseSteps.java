package anima.mod.client.act;

/**
 * How far the head turns for one step of the mouse.
 *
 * <p>Copied from {@code Mouse.updateMouse} and {@code Entity.changeLookDirection} of 1.19.4: {@code f = 0.6 s + 0.2},
 * {@code 8 f^3} units for a pixel, 0.15 degrees for a unit.
 */
public final class MouseSteps {
    private static final double DEGREES_PER_UNIT = 0.15;

    private MouseSteps() {
    }

    /** What {@code changeLookDirection} takes for one pixel at this sensitivity, 0 to 1. */
    static double unitsPerPixel(double sensitivity) {
        double factor = sensitivity * 0.6 + 0.2;
        return factor * factor * factor * 8;
    }

    /** What {@code changeLookDirection} takes for the whole number of pixels that is nearest to an angle. */
    public static double units(double degrees, double sensitivity) {
        double perPixel = unitsPerPixel(sensitivity);
        return Math.rint(degrees / (perPixel * DEGREES_PER_UNIT)) * perPixel;
    }
}
