// The property-test harness lands here.
